import type { DomainEvent } from '../../../kernel/writing/events.ts';
import type { GrantEvent } from '../grants/grant.events.ts';

/** What a customer is told as it happens (docs/BILLING.md#customer-portal). */
export interface PortalMessage {
  key: 'benefit.granted' | 'benefit.revoked';
  payload: { benefit_id: string; grant_id: string };
}

type Told = Extract<GrantEvent, { type: 'BenefitGranted' | 'BenefitGrantRevoked' }>;

/** undefined if the event tells a customer nothing. */
export function messageOf(event: DomainEvent): { customerId: string; message: PortalMessage } | undefined {
  if (event.type !== 'BenefitGranted' && event.type !== 'BenefitGrantRevoked') return undefined;
  const { customerId, benefitId: benefit_id, grantId: grant_id } = (event as Told).data;
  const key = event.type === 'BenefitGranted' ? 'benefit.granted' : 'benefit.revoked';
  return { customerId, message: { key, payload: { benefit_id, grant_id } } };
}
