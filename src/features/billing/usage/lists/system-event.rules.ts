import { uuidV5 } from '../../../../kernel/ids.ts';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../../kernel/writing/events.ts';
import type { CustomerMeterEvent } from '../../customer-meters/customer-meter.events.ts';
import type { GrantEvent } from '../../grants/grant.events.ts';
import type { UsageSource } from '../../meters/usage-facts.rules.ts';
import type { Metadata } from '../../metadata.ts';

/** The contract's clients know no others. */
const NAMES = {
  BenefitGranted: 'benefit.granted',
  BenefitGrantCycled: 'benefit.cycled',
  BenefitGrantUpdated: 'benefit.updated',
  BenefitGrantRevoked: 'benefit.revoked',
  MeterCredited: 'meter.credited',
  MeterPeriodClosed: 'meter.reset',
} as const;

/** In words, such as `Benefit granted`; what sellers send has only the name that they gave it. */
export function labelOf(name: string, source: UsageSource): string {
  const words = name.replace('.', ' ');
  return source === 'user' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What system events tell of. */
export type SystemOrigin = Extract<GrantEvent | CustomerMeterEvent, { type: keyof typeof NAMES }>;
export type SystemEventName = (typeof NAMES)[SystemOrigin['type']];

export const SYSTEM_ORIGINS = Object.keys(NAMES) as SystemOrigin['type'][];

/** What happened to a customer, in the list of what they used. */
export interface SystemEvent {
  id: string;
  organizationId: string;
  customerId: string;
  name: SystemEventName;
  at: Instant;
  /** Without the benefit's type, which not every event of a grant says. */
  metadata: Metadata;
}

/** undefined for a period that goes on at another price: nothing is reset. */
export function systemEventOf(origin: Recorded<SystemOrigin>): SystemEvent | undefined {
  if (origin.type === 'MeterPeriodClosed' && origin.data.ends === 'price') return undefined;
  const { organizationId, customerId } = origin.data;
  return {
    id: uuidV5('system-event', origin.id),
    organizationId,
    customerId,
    name: NAMES[origin.type],
    at: origin.metadata.occurredAt,
    metadata: metadataOf(origin),
  };
}

function metadataOf(origin: SystemOrigin): Metadata {
  switch (origin.type) {
    case 'MeterCredited': {
      const { meterId, units, rollover } = origin.data;
      return { meter_id: meterId, units, rollover };
    }
    case 'MeterPeriodClosed':
      return { meter_id: origin.data.meterId };
    default: {
      const { benefitId, grantId } = origin.data;
      return { benefit_id: benefitId, benefit_grant_id: grantId };
    }
  }
}
