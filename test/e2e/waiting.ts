import type { Page } from 'playwright-core';
import type { BrowserShop } from './shop.ts';

/** What an organization's pages ask for besides the organization; the stream of changes is left alone. */
const DATA = /\/(v1\/(?!organizations)|api\/(ledger|dashboard\/(?!changes)|auth\/organization\/list-))/;
/** What a detail page asks for besides its entity. */
const PARTS =
  /\/(v1\/(?!organizations|[a-z-]+(\/endpoints)?\/[0-9a-f-]{36}$)|api\/(ledger\/streams|dashboard\/(?!changes)))/;

/** Requests of a page, which may be held back and then fail, and what the page says it loads meanwhile. */
export type Waiting = readonly [name: string, path: string, requests: RegExp, what: string];

/** One page of each kind that waits for something; the others are made of the same parts. */
export async function waitingPages(shop: BrowserShop): Promise<Waiting[]> {
  const { seller, club, endpoint, slug, ruler, open } = shop;
  const [order, customer, unpaid] = [
    (await seller.orders.list({})).result.items[0]!,
    (await seller.customers.list({ email: 'dora@example.com' })).result.items[0]!,
    await open(ruler.id),
  ];
  return [
    ['the session', `/${slug}`, /\/get-session/, 'this page'],
    ['the organization', `/${slug}`, /\/v1\/organizations\?/, 'this page'],
    ['Home', `/${slug}`, DATA, 'your figures'],
    ['a list', `/${slug}/orders`, DATA, 'orders'],
    ['the log', `/${slug}/events`, DATA, 'the log'],
    ['two tables', `/${slug}/members`, DATA, 'members'],
    ['an order', `/${slug}/orders/${order.id}`, DATA, 'this page'],
    ['the parts of an order', `/${slug}/orders/${order.id}`, PARTS, 'its payments'],
    ['the parts of a product', `/${slug}/products/${club.id}`, PARTS, 'its history'],
    ['the parts of a customer', `/${slug}/customers/${customer.id}`, PARTS, 'subscriptions and benefits'],
    ['the parts of an endpoint', `/${slug}/webhooks/${endpoint.id}`, PARTS, 'deliveries'],
    ['the outbox', '/outbox', /\/sandbox\/outbox/, 'the mails'],
    ['a checkout', `/checkout/${unpaid.clientSecret}`, /\/v1\/checkouts\/client/, 'this page'],
    ['an invitation', '/accept-invitation/nope', /\/get-invitation/, 'the invitation'],
  ];
}

/** Opens a page whose requests are answered only once `fail` is called, and then are refused. */
export async function openWaiting(
  page: Page,
  [, path, requests, what]: Waiting,
): Promise<{ fail: () => Promise<void> }> {
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route(requests, async (route) => {
    await failing;
    // A refusal, because server errors are retried for three seconds first.
    await route.fulfill({ status: 429, json: {} });
  });
  await page.goto(path);
  await page
    .getByRole('status')
    .filter({ hasText: `Loading ${what}…` })
    .first()
    .waitFor({ state: 'attached' });
  return {
    fail: async () => {
      fail();
      await page.getByRole('alert').first().waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
