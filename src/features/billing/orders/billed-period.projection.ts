import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { decimalOf, plus } from '../pricing/decimal.ts';
import type { UsageVoided, VoidedMeasure } from '../usage/usage.events.ts';
import type { OrderCreated } from './order.events.ts';
import { periodsOf, type VoidedUnits } from './voided-usage.rules.ts';

/** A closed period of a customer's meter, under its id: which order bills it, and what was voided of it since. */
export interface BilledPeriodDocument extends Document {
  organization_id: string;
  /** null until the order is created. */
  order_id: string | null;
  /** How many usage events. */
  voids: number;
  voided: VoidedUnits[];
}

export const billedPeriodProjection: Projection<BilledPeriodDocument, OrderCreated | UsageVoided> = {
  name: 'billed_periods',
  version: 1,
  group: 'usage',
  indexes: [['organization_id']],
  handles: ['OrderCreated', 'UsageVoided'],

  targets: periodsOf,

  evolve(document, { type, data }, id) {
    const known = document ?? { id, organization_id: data.organizationId, order_id: null, voids: 0, voided: [] };
    if (type === 'OrderCreated') return { ...known, order_id: data.orderId };
    const { value, billed } = data.measures.find((one) => one.billed?.periodId === id)!;
    return { ...known, voids: known.voids + 1, voided: withUnits(known.voided, billed!.priceId, value) };
  },
};

function withUnits(voided: readonly VoidedUnits[], price_id: string, value: VoidedMeasure['value']): VoidedUnits[] {
  const units = decimalOf(value ?? 1);
  const known = voided.find((one) => one.price_id === price_id);
  if (!known) return [...voided, { price_id, units }];
  return voided.map((one) => (one === known ? { price_id, units: plus(one.units, units) } : one));
}
