import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp } from '../support/app.ts';
import { ensureWeb, inWindow, launchChromium, missingChromium, type Keys, type Window } from '../support/browser.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { describeWith } from '../support/servers.ts';
import { Dashboard } from './dashboard.ts';
import { look } from './looks.ts';
import { missing, RESERVED, screensOf, screensOfMember, withoutSignIn, type Screen } from './screens.ts';
import { openShop, type BrowserShop } from './shop.ts';
import { Till } from './till.ts';

const LONG_MS = 120_000;
/** Every screen three times, on a machine that has other things to do. */
const LOOKS_MS = 360_000;

describeWith(missingChromium, 'the screens', () => {
  let shop: BrowserShop;
  let receiver: Receiver;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    receiver = await startReceiver();
    shop = await openShop(await startApp(), receiver.url);
    browser = await launchChromium();
  }, LONG_MS);
  afterAll(async () => {
    await browser.close();
    await shop.app.close();
    await receiver.close();
  });

  it('keep what was typed where a card is declined, and take the next one', async () => {
    const { id, clientSecret } = await shop.open(shop.ruler.id);
    await inWindow(browser, shop.app, ({ page, keys }) => declined(page, new Till(keys), `/checkout/${clientSecret}`));
    await shop.app.runtime.settled();
    const { result } = await shop.seller.orders.list({ checkoutId: id });
    expect(result.items.map(({ netAmount }) => netAmount)).toEqual([450]);
  });

  it(
    'can be read by everybody, in light, in dark and on a phone, and break no policy',
    async () => {
      const wrong: string[] = [];
      async function lookAll({ page, complaints }: Window, screens: readonly Screen[]): Promise<void> {
        for (const screen of screens) wrong.push(...(await look(page, screen)));
        wrong.push(...complaints);
        for (const screen of missing) wrong.push(...(await look(page, screen)));
      }
      const signedIn = await screensOf(shop);
      await inWindow(browser, shop.app, (window) => lookAll(window, withoutSignIn));
      await inWindow(browser, shop, (window) => lookAll(window, signedIn));
      expect(wrong).toEqual([]);
    },
    LOOKS_MS,
  );

  it(
    'show a plain member everything, and offer nothing that the server refuses',
    async () => {
      const cookie = await shop.member();
      const screens = await screensOfMember(shop);
      await inWindow(browser, { url: shop.url, cookie }, async (window) => {
        expect(await refusedOn(window, screens)).toEqual([]);
        const wrong: string[] = [];
        for (const screen of screens.filter(([path]) => /\/products\/[^/]+$|open=/.test(path)))
          wrong.push(...(await look(window.page, screen)));
        expect([...wrong, ...window.complaints]).toEqual([]);
      });
    },
    LONG_MS,
  );

  it(
    'keep pages, sorting and filters in the address, and say what is empty, awaited or failed',
    async () => {
      await inWindow(browser, shop, (window) => lists(window, shop));
    },
    LONG_MS,
  );
});

async function declined(page: Page, till: Till, path: string): Promise<void> {
  await page.goto(path);
  await till.fill({ email: 'fritz@example.com', name: 'Fritz Buyer', country: 'Germany' });
  await till.card('Declined');
  await till.pay('Pay $4.50');
  await page.getByRole('form').getByText('Your card was declined.').waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('fritz@example.com');
  expect(await page.getByLabel('Name').inputValue()).toBe('Fritz Buyer');
  expect(await page.getByLabel('Country').inputValue()).toBe('DE');
  await till.card('A card that pays');
  await till.pay('Pay $4.50');
  await page.getByText('Paid $4.50').waitFor();
}

async function lists({ page, keys }: Window, { slug, emptySlug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  const search = (...wanted: string[]) =>
    page.waitForURL((url) => wanted.every((pair) => url.search.slice(1).split('&').includes(pair)));

  await page.goto(`/${slug}/customers`);
  await dashboard.press('E-mail');
  await dashboard.row('customers', 'emil@example.com').waitFor();
  await dashboard.press('Next');
  await search('sorting=-email', 'page=2');
  await dashboard.row('customers', 'customer-01@example.com').waitFor();
  await page.reload();
  await dashboard.says(/of \d+ customers, page 2 of 2/);
  await keys.reach(dashboard.row('customers', 'customer-05@example.com').getByRole('link'));
  await keys.press('ArrowDown');
  await keys.press('Enter');
  await dashboard.head('Customer 4');
  await page.goBack();
  await search('sorting=-email', 'page=2');
  await dashboard.row('customers', 'customer-01@example.com').waitFor();
  await keys.press('/');
  await page.keyboard.type('customer-1');
  await search('sorting=-email', 'query=customer-1');
  await dashboard.says('10 customers');
  await page.reload();
  await dashboard.says('10 customers');
  expect(await page.getByLabel('Search by e-mail or name').inputValue()).toBe('customer-1');
  await keys.fill(page.getByLabel('Search by e-mail or name'), 'nobody');
  await dashboard.says('No customer fits');

  await dashboard.goTo('Orders');
  await keys.choose(page.getByLabel('Product'), 'Ruler');
  await dashboard.row('orders', 'Paper club').waitFor({ state: 'detached' });
  await dashboard.press('Customer: Any customer');
  await page.keyboard.type('emil');
  await keys.enter(page.getByRole('button', { name: 'emil@example.com Emil Buyer' }));
  await dashboard.says('1 order');
  await page.reload();
  await dashboard.says('1 order');
  await page.getByRole('button', { name: 'Customer: emil@example.com' }).waitFor();
  expect(await page.getByLabel('Product').locator('option:checked').textContent()).toBe('Ruler');
  await keys.choose(page.getByLabel('Billing type'), 'Recurring');
  await dashboard.says('No order fits');
  await page.goBack();
  await dashboard.says('1 order');

  await failing(page, dashboard);
  await page.goto(`/${emptySlug}`);
  await dashboard.head('Leer');
  for (const [area, says] of empty) {
    await dashboard.goTo(area);
    await dashboard.says(says);
  }
}

/** What does something to the page alone, or to whoever looks at it. */
const HARMLESS = /^(Copy|Customer:|As numbers|Next$|Close$|Send the link$|Leave the organization$)/;

/** What is offered that leads to a refusal, and every refusal that was met on the way, a line each. */
async function refusedOn({ page, keys }: Window, screens: readonly Screen[]): Promise<string[]> {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${page.url()}: 403 of ${answer.url()}`);
  });
  for (const [path, says] of screens) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByText(says).filter({ visible: true }).first().waitFor();
    const content = page.locator('#content, [role=dialog]');
    for (const link of await content.getByRole('link').all()) {
      const href = (await link.getAttribute('href')) ?? '';
      if (RESERVED.test(href)) refused.push(`${path}: a link to ${href}`);
    }
    const offered: string[] = await commandsHere(page, keys);
    // Those of a table's head sort it.
    for (const button of await content.locator('button:enabled:not(th button)').all())
      offered.push((await button.getAttribute('aria-label')) ?? (await button.innerText()));
    refused.push(...offered.filter((name) => !HARMLESS.test(name)).map((name) => `${path}: ${name}`));
  }
  return refused;
}

/** What the palette does on this page, beside leading elsewhere. */
async function commandsHere(page: Page, keys: Keys): Promise<string[]> {
  await keys.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator(':focus').waitFor();
  const commands = await palette
    .getByRole('group', { name: /^(This page|Make)$/ })
    .getByRole('option')
    .allInnerTexts();
  await keys.press('Escape');
  await palette.waitFor({ state: 'hidden' });
  return commands;
}

const empty = [
  ['Products', 'What do you sell?'],
  ['Benefits', 'What do buyers get beyond the product?'],
  ['Checkouts', 'Nobody has come to a checkout yet'],
  ['Orders', 'No orders yet'],
  ['Subscriptions', 'Nobody subscribes yet'],
  ['Customers', 'Nobody has bought yet'],
  ['Webhooks', 'Nobody is told yet'],
  ['Access tokens', 'No program has access yet'],
] as const;

/** A list that is waited for, then one that fails and is asked for again. */
async function failing(page: Page, dashboard: Dashboard): Promise<void> {
  const subscriptions = /\/v1\/subscriptions\/?\?/;
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route(subscriptions, async (route) => {
    await loaded;
    await route.fulfill({ status: 503, json: {} });
  });
  await dashboard.goTo('Subscriptions');
  await dashboard.says('Loading subscriptions…');
  load();
  await dashboard.says(
    'This could not be shown',
    'Tillbook failed at this. Nothing was changed; try again in a moment.',
  );
  await page.unroute(subscriptions);
  await dashboard.press('Try again');
  await dashboard.row('subscriptions', 'dora@example.com', 'Active').waitFor();
}
