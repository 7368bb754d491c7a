import type { DomainEvent } from '../../../kernel/writing/events.ts';
import type { GrantEvent } from '../grants/grant.events.ts';

/** What a customer is told as it happens (docs/BILLING.md#customer-portal). */
export interface PortalMessage {
  key: 'benefit.granted' | 'benefit.revoked';
  payload: { benefit_id: string; grant_id: string };
}

/** undefined if the event tells a customer nothing. */
export function messageOf(event: DomainEvent): { customerId: string; message: PortalMessage } | undefined {
  const key = keyOf(event as GrantEvent);
  if (!key) return undefined;
  const { customerId, benefitId: benefit_id, grantId: grant_id } = (event as GrantEvent).data;
  return { customerId, message: { key, payload: { benefit_id, grant_id } } };
}

function keyOf({ type, data }: GrantEvent): PortalMessage['key'] | undefined {
  switch (type) {
    case 'BenefitGranted':
      return 'benefit.granted';
    case 'BenefitGrantUpdated':
      return data.wasSuspended ? 'benefit.granted' : undefined;
    case 'BenefitGrantRevoked':
      return 'benefit.revoked';
    default:
      return undefined;
  }
}
