import type { Page } from 'playwright-core';
import { walkTo } from './looks.ts';
import type { BrowserShop } from './shop.ts';

/** What a page may show besides its full self, and how it comes to show it. */
export type State = readonly [name: string, show: (page: Page) => Promise<unknown>];

/** Each has its own first step; the other lists are made in the same way. */
const EMPTY = [
  '',
  'products',
  'discounts',
  'tax',
  'checkouts',
  'orders',
  'payments',
  'finance',
  'events',
  'webhooks',
  'access-tokens',
  'members',
  'teams',
];

/** Pages of an organization that has nothing yet, and addresses that lead to nothing. */
export function emptyStates({ slug, emptySlug }: BrowserShop): State[] {
  const nobody = '01900000-0000-7000-8000-000000000000';
  return [
    ...EMPTY.map((path): State => [
      `empty: ${path || 'Home'}`,
      (page) => walkTo(page, `/${emptySlug}/${path}`).then(() => head(page)),
    ]),
    // Found missing by the page's loader, and by the page.
    ...['orders', 'teams'].map((path): State => [
      `no such id: ${path}`,
      (page) =>
        walkTo(page, `/${slug}/${path}/${nobody}`).then(() => page.getByText('There is no such').first().waitFor()),
    ]),
    [
      'no matches',
      (page) => page.goto(`/${slug}/orders?query=nobody`).then(() => page.getByText('No matching orders').waitFor()),
    ],
  ];
}

/** The hosted checkout after its buyer has tried to pay. */
export async function checkoutStates({ app, open, seller, ruler }: BrowserShop): Promise<State[]> {
  const [declined, pending, paid, late] = [
    await open(ruler.id),
    await open(ruler.id),
    await open(ruler.id),
    await open(ruler.id),
  ];
  const pay = ({ clientSecret }: { clientSecret: string }, confirmationTokenId: string) =>
    seller.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerName: 'Hugo Buyer',
        customerEmail: 'hugo@example.com',
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId,
      },
    });
  await pay(pending, 'ctoken_pending');
  await pay(paid, 'ctoken_ok');
  await app.runtime.settled();
  return [
    [
      'a checkout without input',
      async (page) => {
        await page.goto(`/checkout/${declined.clientSecret}`);
        await press(page, 'Pay $4.50');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    ],
    [
      'a declined checkout',
      async (page) => {
        await page.getByLabel('E-mail').fill('hugo@example.com');
        await page.getByLabel('Name').fill('Hugo Buyer');
        await page.getByLabel('Country').selectOption('Germany');
        await page.getByLabel('Declined', { exact: true }).check();
        await press(page, 'Pay $4.50');
        await page.getByText('Your card was declined.').waitFor();
      },
    ],
    [
      'a checkout whose payment is pending',
      (page) =>
        page.goto(`/checkout/${pending.clientSecret}`).then(() => page.getByText('Payment in progress').waitFor()),
    ],
    [
      'a paid checkout',
      (page) => page.goto(`/checkout/${paid.clientSecret}`).then(() => page.getByText('Paid $4.50').waitFor()),
    ],
    [
      'an expired checkout',
      async (page) => {
        app.clock.advance({ days: 1 });
        await page.goto(`/checkout/${late.clientSecret}`);
        await page.getByText('This checkout has expired').waitFor();
      },
    ],
  ];
}

export function head(page: Page): Promise<void> {
  return page.locator('h1:not([aria-busy] *)').waitFor();
}

export function press(page: Page, name: string | RegExp): Promise<void> {
  return page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
}
