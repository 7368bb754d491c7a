import { NO_CREDITS } from '../../src/features/billing/pricing/meter-credits.ts';
import type { SystemOrigin } from '../../src/features/billing/usage/lists/system-event.rules.ts';
import type { MeasuredUsage } from '../../src/features/billing/usage/usage-chunks.rules.ts';
import type { MeasuringMeter } from '../../src/features/billing/usage/usage.events.ts';
import { ingestIdOf } from '../../src/features/billing/usage/usage-ids.rules.ts';
import { jsonBytes } from '../../src/features/billing/usage/usage-input.rules.ts';
import { newUuid } from '../../src/kernel/ids.ts';

/** A call that reports usage, as `chunksOf` takes it. */
export const CALL = { organizationId: 'o1', ingestId: ingestIdOf(newUuid(), 1) };
/** Meters that count some of it. */
export const TOKENS: MeasuringMeter = { meterId: 'm1', revision: 1, func: 'sum' };
export const CALLS: MeasuringMeter = { meterId: 'm2', revision: 3, func: 'count' };

/** A customer, or somebody under an external id whom no customer has yet. */
export function owner(customerId: string | null, externalKey: string | null = null): MeasuredUsage['owner'] {
  return { customerId, externalKey, externalId: externalKey && `external ${externalKey}` };
}

/** One usage event, and what meters measured of it. */
export function used(
  name: string,
  timestamp: string,
  of = owner('c1'),
  metadata = {},
  measures: MeasuredUsage['measures'] = [],
): MeasuredUsage {
  const metadataBytes = jsonBytes(metadata);
  return { input: { name, timestamp, metadata, metadataBytes }, owner: of, measures };
}

/** What happens elsewhere and is listed among the usage events, with the name that it has there. */
export const SYSTEM_EVENTS = [
  ['BenefitGranted', 'benefit.granted'],
  ['BenefitGrantUpdated', 'benefit.updated'],
  ['MeterCredited', 'meter.credited'],
  ['BenefitGrantCycled', 'benefit.cycled'],
  ['MeterPeriodClosed', 'meter.reset'],
  ['BenefitGrantRevoked', 'benefit.revoked'],
] as const;

const grant = { grantId: 'g1', benefitId: 'b1', scope: { subscriptionId: 's1', orderId: null } };
const given = { ...grant, benefitType: 'custom', properties: {} };
const cut = { meterId: 'm1', periodId: 'p1', owners: ['c1'], billing: null, revision: 1, func: 'sum' };
const SYSTEM_DATA: Record<SystemOrigin['type'], object> = {
  BenefitGranted: given,
  BenefitGrantUpdated: given,
  BenefitGrantCycled: { ...grant, orderId: 'r1' },
  BenefitGrantRevoked: { ...grant, reason: 'subscription_ended' },
  MeterCredited: { meterId: 'm1', units: 500, rollover: true, grantId: 'g1', periodId: null },
  MeterPeriodClosed: { ...cut, ends: 'period', credits: NO_CREDITS },
};

/** One of them, about the customer c1. */
export function systemEvent(type: SystemOrigin['type'], of: object = {}): SystemOrigin {
  return { type, data: { ...SYSTEM_DATA[type], organizationId: 'o1', customerId: 'c1', ...of } } as SystemOrigin;
}
