import { describe, expect, it } from '@jest/globals';
import { openShop } from '../support/shop.ts';

/** Their anchors: subscriptions that began on the last four days of January all renew on the last day of February. */
const STARTS = ['2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31'];
const at = (day: string) => `${day}T10:00:00.000Z`;

describe('the end of February', () => {
  it('renews the subscriptions of four days at once, each exactly once, into periods that end on their own days', async () => {
    const shop = await openShop({ at: at(STARTS[0]!) });
    try {
      const { id: productId } = await shop.product({ amount: 2_000, interval: 'month' });
      for (const day of STARTS) {
        shop.clock.set(at(day));
        await shop.buy(productId, { email: `${day}@example.com` });
      }
      const tick = async (instant: string) => {
        shop.clock.set(instant);
        const sent = await shop.runtime.ticker.tick();
        await shop.settled();
        return sent;
      };
      const periods = async () => {
        const { result } = await shop.seller.subscriptions.list({ sorting: ['started_at'], limit: 100 });
        return result.items.map(({ currentPeriodStart: start, currentPeriodEnd: end }) =>
          [start, end!].map((instant) => instant.toISOString()),
        );
      };
      const cycles = async () => {
        const { result } = await shop.seller.orders.list({ limit: 100 });
        return result.items.filter(({ billingReason }) => billingReason === 'subscription_cycle');
      };

      expect(await periods()).toEqual(STARTS.map((day) => [at(day), at('2026-02-28')]));
      expect(await tick('2026-02-28T09:59:59.999Z')).toBe(0);
      expect(await tick(at('2026-02-28'))).toBe(4);
      const march = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'];
      expect(await periods()).toEqual(march.map((day) => [at('2026-02-28'), at(day)]));
      const orders = await cycles();
      expect(new Set(orders.map(({ subscriptionId }) => subscriptionId)).size).toBe(4);
      expect(orders.map(({ status, totalAmount }) => [status, totalAmount])).toEqual(STARTS.map(() => ['paid', 2_000]));

      expect(await tick(at('2026-03-01'))).toBe(0);
      expect(await cycles()).toHaveLength(4);
      for (const [past, day] of march.entries()) {
        expect(await tick(at(day))).toBe(1);
        expect(await cycles()).toHaveLength(5 + past);
      }
    } finally {
      await shop.close();
    }
  });
});
