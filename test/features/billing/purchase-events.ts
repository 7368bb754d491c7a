import type { CheckoutEvent } from '../../../src/features/billing/checkouts/checkout.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import { NO_TERMS } from '../../../src/features/billing/pricing/terms.ts';
import { NOW } from '../../support/given.ts';

export type Of<T extends string> = Extract<SubscriptionEvent | OrderEvent, { type: T }>;

export function subscribed(
  subscriptionId: string,
  customerId: string,
  productId: string,
  org = 'o1',
): Of<'SubscriptionCreated'> {
  return {
    type: 'SubscriptionCreated',
    data: {
      subscriptionId,
      organizationId: org,
      customerId,
      items: [{ productId, price: { id: 'q1', amountType: 'free' }, quantity: 1 }],
      currency: 'usd',
      discount: null,
      trial: null,
      recurringInterval: 'month',
      anchorDay: 31,
      startedAt: NOW,
      // Not due while a test runs.
      currentPeriodEnd: '2099-01-31T10:00:00.000Z',
      checkoutId: 'k1',
      paymentMethodId: null,
      activeClaim: null,
      billingAddress: null,
      billingName: null,
      customFieldData: {},
      metadata: {},
    },
  };
}

export function bought(
  checkoutId: string,
  customerId: string,
  orderId: string,
  subscriptionId: string | null,
): Extract<CheckoutEvent, { type: 'CheckoutSucceeded' }> {
  return { type: 'CheckoutSucceeded', data: { checkoutId, customerId, orderId, subscriptionId } };
}

export function ordered(
  orderId: string,
  customerId: string,
  productId: string,
  changes: Partial<Of<'OrderCreated'>['data']> = {},
): Of<'OrderCreated'> {
  return {
    type: 'OrderCreated',
    data: {
      orderId,
      organizationId: 'o1',
      customerId,
      subscriptionId: null,
      productId,
      checkoutId: null,
      billingReason: 'purchase',
      status: 'paid',
      ...billOf([], 'usd', NO_TERMS),
      appliedBalanceAmount: 0,
      dueAmount: 0,
      period: null,
      paymentId: null,
      paymentMethodId: null,
      billingAddress: null,
      place: null,
      billingName: null,
      customFieldData: {},
      metadata: {},
      ...changes,
    },
  };
}
