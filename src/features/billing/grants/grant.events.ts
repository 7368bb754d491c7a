import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/**
 * One stream per customer and benefit, `grants-{customerId}_{benefitId}`, holds its grants by scope; it grows by one event per purchase,
 * renewal and end.
 */
export const grantsStream = (customerId: string, benefitId: string): string => `grants-${customerId}_${benefitId}`;

/** What a grant comes from. */
export type GrantScope = { subscriptionId: string; orderId: null } | { subscriptionId: null; orderId: string };

interface GrantKey {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

export type RevokeReason =
  'subscription_ended' | 'payment_failed' | 'benefit_removed' | 'benefit_deleted' | 'customer_deleted';

export const grantEvents = {
  /** Also when a revoked grant is granted again: the same grant id. */
  BenefitGranted: event<GrantKey & { benefitType: string; properties: Record<string, unknown> }>(),
  BenefitGrantCycled: event<GrantKey & { orderId: string }>(),
  BenefitGrantRevoked: event<GrantKey & { reason: RevokeReason }>(),
};

export type GrantEvent = EventsOf<typeof grantEvents>;
