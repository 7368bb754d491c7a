import { expect } from '@jest/globals';
import { PaymentsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/paymentsget.js';
import { PaymentsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/paymentslist.js';
import { RefundReason } from '@polar-sh/sdk/models/components/refundreason.js';
import { RefundCreate$outboundSchema } from '@polar-sh/sdk/models/components/refundcreate.js';
import { RefundsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/refundslist.js';
import { type Method, fresh, seller, shop } from './client.ts';
import { metadata, product } from './entities.ts';
import { type List, nulls, walkFilter, walkList } from './lists.ts';

/** A paid order of 10.00 and what it was paid with. */
async function sold(interval: 'month' | null = null) {
  const { id } = await product({ recurringInterval: interval });
  const email = `${fresh()}@example.com`;
  const checkoutId = await shop.buy(id, { email });
  const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
  const [payment] = (await shop.seller.payments.list({ checkoutId })).result.items;
  return { order: order!, payment: payment!, email, checkoutId };
}

export const payments: Record<string, Method> = {
  list: {
    request: PaymentsListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await sold(), await sold()];
      const list = seller.payments.list.bind(seller.payments) as List;
      await walkList(list, this.request, 2);
      const narrowing = { customerEmail: one.email };
      await walkFilter(list, 'organizationId', shop.organizationId, [one.payment.id], narrowing);
      await walkFilter(list, 'checkoutId', one.checkoutId, [one.payment.id]);
      await walkFilter(list, 'orderId', two.order.id, [two.payment.id]);
      await walkFilter(list, 'customerEmail', one.email, [one.payment.id]);
      await walkFilter(list, 'customerEmail', [one.email, two.email], [one.payment.id, two.payment.id]);
      const states = { succeeded: [one.payment.id], pending: [], failed: [] };
      for (const [status, expected] of Object.entries(states)) {
        await walkFilter(list, 'status', status, expected, narrowing);
        await walkFilter(list, 'status', [status], expected, narrowing);
      }
      await walkFilter(list, 'method', 'card', [one.payment.id], narrowing);
      await walkFilter(list, 'method', ['card'], [one.payment.id], narrowing);
    },
  },
  get: {
    request: PaymentsGetRequest$outboundSchema,
    async walk() {
      const { order, payment, checkoutId } = await sold();
      expect(await seller.payments.get({ id: payment.id })).toMatchObject({
        ...{ processor: 'stripe', status: 'succeeded', amount: 1_000, currency: 'usd', method: 'card' },
        ...{ declineReason: null, declineMessage: null, checkoutId, orderId: order.id },
      });
    },
  },
};

export const refunds: Record<string, Method> = {
  list: {
    request: RefundsListRequest$outboundSchema,
    async walk() {
      const [{ order }, { order: other }] = [await sold('month'), await sold()];
      const refund = async (of: typeof order, amount: number) =>
        (await seller.refunds.create({ orderId: of.id, amount, reason: 'other' }))!.id;
      const [one, two, three] = [await refund(order, 100), await refund(order, 50), await refund(other, 70)];
      const list = seller.refunds.list.bind(seller.refunds) as List;
      await walkList(list, this.request, 3);
      await walkFilter(list, 'id', one, [one]);
      await walkFilter(list, 'organizationId', shop.organizationId, [three], { orderId: other.id });
      await walkFilter(list, 'orderId', order.id, [one, two]);
      await walkFilter(list, 'subscriptionId', order.subscriptionId, [one, two]);
      await walkFilter(list, 'customerId', other.customerId, [three]);
      for (const succeeded of [true, false])
        await walkFilter(list, 'succeeded', succeeded, [one, two], { orderId: order.id });
    },
  },
  create: {
    request: RefundCreate$outboundSchema,
    async walk() {
      const { order } = await sold();
      const about = { orderId: order.id, amount: 10 };
      for (const reason of Object.values(RefundReason)) {
        const given = { ...about, reason, metadata };
        expect(await seller.refunds.create({ ...given, comment: 'Why', revokeBenefits: false })).toMatchObject({
          ...{ ...given, status: 'succeeded', taxAmount: 0, currency: 'usd', organizationId: shop.organizationId },
          ...{ subscriptionId: null, customerId: order.customerId, revokeBenefits: false },
        });
      }
      expect(await seller.refunds.create({ ...about, ...nulls(this.request), reason: 'other' })).toMatchObject({
        metadata: {},
      });
    },
  },
};
