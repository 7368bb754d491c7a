import { send, type ProcessManager, type Step } from '../../../kernel/process.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { ProductEvent } from '../products/product.events.ts';
import type { SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { AlignGrants, AlignProductGrants, CycleGrants, RevokeGrants } from './benefit.commands.ts';
import type { BenefitEvent } from './benefit.events.ts';
import type { RevokeReason } from './grant.events.ts';

type GrantCause = Extract<
  BenefitEvent | CustomerEvent | OrderEvent | ProductEvent | SubscriptionEvent,
  {
    type:
      | 'SubscriptionCreated'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded'
      | 'OrderCreated'
      | 'OrderPaid'
      | 'ProductBenefitsChanged'
      | 'BenefitDeleted'
      | 'CustomerDeleted';
  }
>;

/** What gives customers benefits, renews them and takes them away (BILLING_FACTS §3.5). */
export const grantsProcess: ProcessManager<GrantCause> = {
  name: 'grants',
  from: 'beginning',
  handles: [
    'SubscriptionCreated',
    'SubscriptionRenewalFailed',
    'SubscriptionRevoked',
    'SubscriptionEnded',
    'OrderCreated',
    'OrderPaid',
    'ProductBenefitsChanged',
    'BenefitDeleted',
    'CustomerDeleted',
  ],

  react({ type, data }) {
    switch (type) {
      case 'SubscriptionCreated':
        return [send(AlignGrants, { scope: { subscriptionId: data.subscriptionId, orderId: null } })];
      case 'SubscriptionRenewalFailed':
        return [revoke(data.subscriptionId, 'payment_failed')];
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return [revoke(data.subscriptionId, 'subscription_ended')];
      case 'OrderCreated':
        return data.status === 'paid' ? paid(data) : [];
      case 'OrderPaid':
        return paid(data);
      case 'ProductBenefitsChanged':
        return [send(AlignProductGrants, { productId: data.productId })];
      case 'BenefitDeleted':
        return [send(RevokeGrants, { benefitId: data.benefitId, reason: 'benefit_deleted' })];
      case 'CustomerDeleted':
        return [send(RevokeGrants, { customerId: data.customerId, reason: 'customer_deleted' })];
    }
  },
};

type Paid = Pick<Extract<OrderEvent, { type: 'OrderPaid' }>['data'], 'orderId' | 'subscriptionId' | 'billingReason'>;

/** Orders of something sold once grant; renewals cycle; a subscription's first order comes with the subscription. */
function paid({ orderId, subscriptionId, billingReason }: Paid): Step[] {
  if (billingReason === 'purchase') return [send(AlignGrants, { scope: { subscriptionId: null, orderId } })];
  if (billingReason === 'subscription_cycle' && subscriptionId !== null)
    return [send(CycleGrants, { subscriptionId, orderId })];
  return [];
}

function revoke(subscriptionId: string, reason: RevokeReason): Step {
  return send(RevokeGrants, { scope: { subscriptionId, orderId: null }, reason });
}
