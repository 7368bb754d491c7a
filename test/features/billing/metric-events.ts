import type { MetricEvent } from '../../../src/features/billing/metrics/metric.projection.ts';

export const about = { organizationId: 'o1', customerId: 'c1', productId: 'p1' };
export const event = (type: MetricEvent['type'], data: object): MetricEvent =>
  ({ type, data: { ...about, ...data } }) as MetricEvent;
export const ordered = (changes: object) =>
  event('OrderCreated', {
    orderId: 'r1',
    subscriptionId: null,
    checkoutId: null,
    billingReason: 'purchase',
    status: 'paid',
    totals: { subtotalAmount: 1000, discountAmount: 100, netAmount: 900, taxAmount: 50, totalAmount: 950 },
    currency: 'usd',
    ...changes,
  });
export const subscribed = ({
  productId = 'p1',
  amount = 1000,
  ...changes
}: { productId?: string; amount?: number } & Record<string, unknown>) => {
  const price = { id: 'q1', amountType: 'fixed', amount, currency: 'usd' };
  const items = [{ productId, price, quantity: 1 }];
  return event('SubscriptionCreated', { subscriptionId: 's1', items, recurringInterval: 'month', ...changes });
};
export const ended = (changes: object) =>
  event('SubscriptionEnded', { subscriptionId: 's1', amount: 1000, recurringInterval: 'month', ...changes });
