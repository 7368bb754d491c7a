import { send, type ProcessManager, type Step } from '../../../kernel/reacting/process.ts';
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

type GrantCause = Extract<
  | BenefitEvent
  | CheckoutEvent
  | CustomerEvent
  | LinkedAccountEvent
  | OrderEvent
  | ProductEvent
  | RefundEvent
  | SubscriptionEvent,
  {
    type:
      | 'CheckoutSucceeded'
      | 'SubscriptionCreated'
      | 'SubscriptionProductChanged'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRecovered'
      | 'SubscriptionGraceEnded'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded'
      | 'OrderCreated'
      | 'OrderPaid'
      | 'RefundSucceeded'
      | 'RefundReversed'
      | 'ProductBenefitsChanged'
      | 'BenefitUpdated'
      | 'BenefitDeleted'
      | 'CustomerAccountLinked'
      | 'CustomerAccountUnlinked'
      | 'CustomerDeleted';
  }
>;

/** Grants, cycles and revokes benefits as purchases, products, benefits and customers change (docs/BILLING.md#grant-states). */
export const grantsProcess: ProcessManager<GrantCause> = {
  name: 'grants',
  handles: [
    'CheckoutSucceeded',
    'SubscriptionCreated',
    'SubscriptionProductChanged',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionGraceEnded',
    'SubscriptionRevoked',
    'SubscriptionEnded',
    'OrderCreated',
    'OrderPaid',
    'RefundSucceeded',
    'RefundReversed',
    'ProductBenefitsChanged',
    'BenefitUpdated',
    'BenefitDeleted',
    'CustomerAccountLinked',
    'CustomerAccountUnlinked',
    'CustomerDeleted',
  ],
  // In order for each purchase, and for each product, benefit and customer, which change the grants of many.
  key: ({ stream, data }) =>
    ('subscriptionId' in data && data.subscriptionId) || ('orderId' in data && data.orderId) || stream,

  react({ type, data }) {
    switch (type) {
      case 'CheckoutSucceeded':
        return [send(AlignGrants, { scope: scopeOf(data) })];
      case 'SubscriptionCreated':
        // Of a checkout, whose success follows.
        return data.checkoutId === null ? [align(data)] : [];
      case 'SubscriptionProductChanged':
      case 'SubscriptionRecovered':
        return [align(data)];
      case 'SubscriptionRenewalFailed':
        return data.graceEndsAt == null ? [revoke(data.subscriptionId, 'payment_failed')] : [];
      case 'SubscriptionGraceEnded':
        return [revoke(data.subscriptionId, 'payment_failed')];
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return [revoke(data.subscriptionId, 'subscription_ended')];
      case 'OrderCreated':
        return data.status === 'paid' ? renewed(data) : [];
      case 'OrderPaid':
        return renewed(data);
      case 'RefundSucceeded':
        return data.revokeBenefits ? [send(RevokeGrants, { scope: ofOrder(data), reason: 'order_refunded' })] : [];
      case 'RefundReversed':
        return data.regrantBenefits ? [send(AlignGrants, { scope: ofOrder(data) })] : [];
      case 'ProductBenefitsChanged':
        return [review({ kind: 'align', productId: data.productId })];
      case 'BenefitUpdated':
        return data.changesGrants ? [review({ kind: 'update', benefitId: data.benefitId })] : [];
      case 'BenefitDeleted':
        return [review({ kind: 'revoke', benefitId: data.benefitId })];
      case 'CustomerAccountLinked':
      case 'CustomerAccountUnlinked':
        return [send(FollowLinkedAccounts, { customerId: data.customerId, platform: data.platform })];
      case 'CustomerDeleted':
        return [send(RevokeGrants, { customerId: data.customerId, reason: 'customer_deleted' })];
    }
  },
};

/** Grants belong to the subscription where there is one, otherwise to the order (docs/PROCESSES.md#payments). */
function scopeOf({ subscriptionId, orderId }: { subscriptionId: string | null; orderId: string }): GrantScope {
  return subscriptionId === null ? { subscriptionId, orderId } : { subscriptionId, orderId: null };
}

function ofOrder({ orderId }: { orderId: string }): GrantScope {
  return { subscriptionId: null, orderId };
}

type Paid = Pick<Extract<OrderEvent, { type: 'OrderPaid' }>['data'], 'orderId' | 'subscriptionId' | 'billingReason'>;

function renewed({ orderId, subscriptionId, billingReason }: Paid): Step[] {
  if (billingReason !== 'subscription_cycle' || subscriptionId === null) return [];
  return [send(CycleGrants, { subscriptionId, orderId })];
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
