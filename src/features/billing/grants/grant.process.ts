import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { BenefitEvent } from '../benefits/benefit.events.ts';
import type { CheckoutEvent } from '../checkouts/checkout.events.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { ProductEvent } from '../products/product.events.ts';
import type { LinkedAccountEvent } from '../remote-access/linked-account.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { AlignGrants, CycleGrants, FollowLinkedAccounts, RevokeGrants, StartGrantReview } from './grant.commands.ts';
import type { GrantTask } from './grant-review.events.ts';
import type { GrantScope, RevokeReason } from './grant.events.ts';

/** Grants, cycles and revokes benefits as purchases, products, benefits and customers change (docs/BILLING.md#grant-states). */
export const grantsProcess = reactingTo<
  | BenefitEvent
  | CheckoutEvent
  | CustomerEvent
  | LinkedAccountEvent
  | OrderEvent
  | ProductEvent
  | RefundEvent
  | SubscriptionEvent
>()({
  name: 'grants',
  // In order for each purchase, and for each product, benefit and customer, which change the grants of many.
  key: ({ stream, data }) =>
    ('subscriptionId' in data && data.subscriptionId) || ('orderId' in data && data.orderId) || stream,
  on: {
    CheckoutSucceeded: (data) => [send(AlignGrants, { scope: scopeOf(data) })],
    // Of a checkout, whose success follows.
    SubscriptionCreated: (data) => (data.checkoutId === null ? [align(data)] : []),
    SubscriptionProductChanged: (data) => [align(data)],
    SubscriptionRecovered: (data) => [align(data)],
    SubscriptionRenewalFailed: ({ subscriptionId, graceEndsAt }) =>
      graceEndsAt == null ? [revoke(subscriptionId, 'payment_failed')] : [],
    SubscriptionGraceEnded: ({ subscriptionId }) => [revoke(subscriptionId, 'payment_failed')],
    SubscriptionRevoked: ({ subscriptionId }) => [revoke(subscriptionId, 'subscription_ended')],
    SubscriptionEnded: ({ subscriptionId }) => [revoke(subscriptionId, 'subscription_ended')],
    OrderCreated: (data) => (data.status === 'paid' ? renewed(data) : []),
    OrderPaid: renewed,
    RefundSucceeded: (data) =>
      data.revokeBenefits ? [send(RevokeGrants, { scope: ofOrder(data), reason: 'order_refunded' })] : [],
    RefundReversed: (data) => (data.regrantBenefits ? [send(AlignGrants, { scope: ofOrder(data) })] : []),
    ProductBenefitsChanged: ({ productId }) => [review({ kind: 'align', productId })],
    BenefitUpdated: ({ benefitId, changesGrants }) => (changesGrants ? [review({ kind: 'update', benefitId })] : []),
    BenefitDeleted: ({ benefitId }) => [review({ kind: 'revoke', benefitId })],
    CustomerAccountLinked: follow,
    CustomerAccountUnlinked: follow,
    CustomerDeleted: ({ customerId }) => [send(RevokeGrants, { customerId, reason: 'customer_deleted' })],
  },
});

/** Grants belong to the subscription where there is one, otherwise to the order (docs/PROCESSES.md#payments). */
function scopeOf({ subscriptionId, orderId }: { subscriptionId: string | null; orderId: string }): GrantScope {
  return subscriptionId === null ? { subscriptionId, orderId } : { subscriptionId, orderId: null };
}

function ofOrder({ orderId }: { orderId: string }): GrantScope {
  return { subscriptionId: null, orderId };
}

type Linked = Pick<Extract<LinkedAccountEvent, { type: 'CustomerAccountLinked' }>['data'], 'customerId' | 'platform'>;
type Paid = Pick<Extract<OrderEvent, { type: 'OrderPaid' }>['data'], 'orderId' | 'subscriptionId' | 'billingReason'>;

function renewed({ orderId, subscriptionId, billingReason }: Paid): Step[] {
  if (billingReason !== 'subscription_cycle' || subscriptionId === null) return [];
  return [send(CycleGrants, { subscriptionId, orderId })];
}

function follow({ customerId, platform }: Linked): Step[] {
  return [send(FollowLinkedAccounts, { customerId, platform })];
}

function review(task: GrantTask): Step {
  return send(StartGrantReview, { task });
}

function align({ subscriptionId }: { subscriptionId: string }): Step {
  return send(AlignGrants, { scope: { subscriptionId, orderId: null } });
}

function revoke(subscriptionId: string, reason: RevokeReason): Step {
  return send(RevokeGrants, { scope: { subscriptionId, orderId: null }, reason });
}
