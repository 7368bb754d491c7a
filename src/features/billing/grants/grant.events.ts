import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** `grants-{customerId}_{benefitId}` holds the grants of one customer and benefit; it grows with each purchase, renewal and end. */
export const grantsStream = (customerId: string, benefitId: string): string => `grants-${customerId}_${benefitId}`;

/** The purchase that a grant comes from: a subscription, or the order of a one-time product. */
export type GrantScope = { subscriptionId: string; orderId: null } | { subscriptionId: null; orderId: string };

interface GrantKey {
  grantId: string;
  organizationId: string;
  customerId: string;
  benefitId: string;
  scope: GrantScope;
}

/** What a customer holds by a grant, in the contract's words; nothing of a custom benefit. */
export type GrantProperties = {
  license_key_id?: string;
  /** Of downloadables. */
  files?: string[];
};

export type RevokeReason =
  | 'subscription_ended'
  | 'payment_failed'
  | 'benefit_removed'
  | 'benefit_deleted'
  | 'customer_deleted'
  | 'order_refunded';

export const grantEvents = {
  /** A revoked grant that is granted again keeps its id. */
  BenefitGranted: event<GrantKey & { benefitType: string; properties: GrantProperties }>(),
  /** Its benefit has changed what the customer holds. */
  BenefitGrantUpdated: event<GrantKey & { benefitType: string; properties: GrantProperties }>(),
  BenefitGrantCycled: event<GrantKey & { orderId: string }>(),
  /** `properties`: what is no longer held; missing if that was nothing. */
  BenefitGrantRevoked: event<GrantKey & { reason: RevokeReason; properties?: GrantProperties }>(),
};

export type GrantEvent = EventsOf<typeof grantEvents>;
