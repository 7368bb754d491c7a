import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { MeterAggregation } from '../meters/meter.events.ts';
import { add, NOTHING } from '../meters/tally.rules.ts';
import type { UsageVoided, VoidedMeasure } from '../usage/usage.events.ts';
import type { OrderCreated } from './order.events.ts';
import { periodsOf, type VoidedUsage } from './voided-usage/voided-usage.rules.ts';

/** A closed period of a customer's meter, under its id: which order bills it, and what was voided of it since. */
export interface BilledPeriodDocument extends Document {
  organization_id: string;
  /** null until the order is created. */
  order_id: string | null;
  /** How the meter adds up; null until something is voided. */
  func: MeterAggregation['func'] | null;
  /** How many usage events. */
  voids: number;
  voided: VoidedUsage[];
}

export const billedPeriodProjection: Projection<BilledPeriodDocument, OrderCreated | UsageVoided> = {
  name: 'billed_periods',
  version: 2,
  group: 'usage',
  indexes: [['organization_id']],
  handles: ['OrderCreated', 'UsageVoided'],

  targets: periodsOf,

  evolve(document, { type, data }, id) {
    const known = document ?? {
      id,
      organization_id: data.organizationId,
      order_id: null,
      func: null,
      voids: 0,
      voided: [],
    };
    if (type === 'OrderCreated') return { ...known, order_id: data.orderId };
    const measure = data.measures.find((one) => one.billed?.periodId === id)!;
    const func = measure.func;
    return { ...known, func, voids: known.voids + 1, voided: withVoided(known.voided, measure) };
  },
};

function withVoided(voided: readonly VoidedUsage[], { value, billed }: VoidedMeasure): VoidedUsage[] {
  const price_id = billed!.priceId;
  const known = voided.find((one) => one.price_id === price_id);
  if (!known) return [...voided, { price_id, tally: add(NOTHING, value) }];
  return voided.map((one) => (one === known ? { price_id, tally: add(one.tally, value) } : one));
}
