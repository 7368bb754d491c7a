import type { Checkout } from '@polar-sh/sdk/models/components/checkout.js';
import type { Shop } from './shop.ts';

/** The ids of a book, which is sold once, and of paper and air, which are subscribed to by the month; air is free. */
export async function products(shop: Shop): Promise<{ once: string; monthly: string; free: string }> {
  const once = (await shop.product({ amount: 2_500, name: 'Book' })).id;
  const monthly = (await shop.product({ amount: 2_000, interval: 'month', name: 'Paper' })).id;
  const free = (await shop.product({ amount: 0, interval: 'month', name: 'Air' })).id;
  return { once, monthly, free };
}

/** What tests ask of the checkouts of a shop that they have yet to open. */
export function checkoutsOf(shop: () => Shop) {
  const get = (id: string) => shop().seller.checkouts.get({ id });
  const post = async (path: string, body: object, headers: object = {}) => {
    const answer = await fetch(`${shop().url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  };
  return {
    get,
    post,
    open: (productId: string, more: object = {}): Promise<Checkout> =>
      shop().seller.checkouts.create({ products: [productId], ...more }),
    create: (body: object) => post('/v1/checkouts/', body, { authorization: `Bearer ${shop().bearer}` }),
    types: async (id: string) => (await shop().events(`checkout-${id}`)).map(({ type }) => type),
    ordersOf: async (checkoutId: string) => (await shop().seller.orders.list({ checkoutId })).result.items,
    settle: (paymentId: string, outcome: 'succeeded' | 'declined') =>
      post(`/sandbox/payments/${paymentId}/settle`, { outcome }),
    paymentOf: async ({ id }: Checkout) => (await get(id)).paymentProcessorMetadata['payment_id'] as string,
  };
}
