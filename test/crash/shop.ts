import { createOrganization, post, signUp, tokenOf } from '../support/accounts.ts';
import type { Receiver } from '../support/receiver.ts';
import type { Shop } from './writers.ts';

const TOLD = ['order.created', 'order.paid', 'subscription.created', 'customer.created', 'product.updated'];
const WRITE = ['customers', 'checkouts', 'webhooks', 'products', 'subscriptions'].map((what) => `${what}:write`);
const READ = ['customers', 'checkouts', 'products', 'subscriptions', 'orders'].map((what) => `${what}:read`);

/** An organization with products and a webhook endpoint. */
export async function openShop(api: { url: string }, receiver: Receiver): Promise<Shop> {
  const { cookie } = await signUp(api);
  const { id } = await createOrganization(api, cookie);
  const { token } = await tokenOf(api, cookie, id, ...WRITE, ...READ);
  const hook = { organization_id: id, url: receiver.url, format: 'raw', events: TOLD };
  await post(api, '/v1/webhooks/endpoints', hook, cookie);
  const sell = async (interval: 'month' | null) => {
    const prices = [{ amount_type: 'fixed', price_amount: 1_000 }];
    const product = { organization_id: id, name: 'Edition 0', recurring_interval: interval, prices };
    return ((await (await post(api, '/v1/products/', product, cookie)).json()) as { id: string }).id;
  };
  return { token, products: [await sell(null), await sell('month')] };
}
