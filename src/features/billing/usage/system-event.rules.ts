import { uuidV5 } from '../../../kernel/ids.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { GrantEvent } from '../grants/grant.events.ts';
import type { Metadata } from '../metadata.ts';

const NAMES = {
  BenefitGranted: 'benefit.granted',
  BenefitGrantCycled: 'benefit.cycled',
  BenefitGrantUpdated: 'benefit.updated',
  BenefitGrantRevoked: 'benefit.revoked',
} as const;

/** What system events tell of. */
export type SystemOrigin = Extract<GrantEvent, { type: keyof typeof NAMES }>;
export type SystemEventName = (typeof NAMES)[SystemOrigin['type']];

export const SYSTEM_ORIGINS = Object.keys(NAMES) as SystemOrigin['type'][];
/** The contract's clients know no others. */
export const SYSTEM_NAMES = Object.values(NAMES);

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

export function systemEventOf({ id, type, data, metadata }: Recorded<SystemOrigin>): SystemEvent {
  const { organizationId, customerId, benefitId, grantId } = data;
  return {
    id: uuidV5('system-event', id),
    organizationId,
    customerId,
    name: NAMES[type],
    at: metadata.occurredAt,
    metadata: { benefit_id: benefitId, benefit_grant_id: grantId },
  };
}
