import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.ts';
import {
  ensureWeb,
  inWindow,
  JOURNEY_MS,
  launchChromium,
  missingChromium,
  type Keys,
  type Window,
} from '../support/browser.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { Account } from './account.ts';
import { Dashboard } from './dashboard.ts';

describeWith(missingChromium, 'the main job on the screens', () => {
  let app: TestApp;
  let receiver: Receiver;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    app = await startApp({ at: '2026-01-31T10:00:00.000Z', env: { AUTH_REQUIRE_EMAIL_VERIFICATION: '1' } });
    receiver = await startReceiver();
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await receiver.close();
    await app.close();
  });

  it(
    'works with the keyboard alone',
    () => inWindow(browser, app, (window) => mainJob(window, app, receiver)),
    JOURNEY_MS,
  );
});

async function mainJob({ page, keys, complaints }: Window, app: TestApp, receiver: Receiver): Promise<void> {
  // Room for every column of a list.
  await page.setViewportSize({ width: 1440, height: 900 });
  const seller = { name: 'Ada Seller', email: 'ada@papier.example', password: 'correct horse' };
  const buyer = { email: 'bo@example.com', name: 'Bo Buyer', country: 'Germany' };
  const created: (string | undefined)[] = [];
  page.context().on('request', (request) => {
    const isCreate = /\/v1\/(benefits|products|checkouts|webhooks\/endpoints|organization-access-tokens)\/?$/;
    if (request.method() === 'POST' && isCreate.test(new URL(request.url()).pathname))
      created.push(request.headers()['idempotency-key']);
  });
  const account = new Account(keys);
  const dashboard = new Dashboard(keys);

  await account.signUp(seller);
  await account.verify(seller.email);
  await keys.enter(page.getByRole('link', { name: 'Sign in' }));
  await account.signIn(seller);
  await account.createOrganization('Papierboot');
  await dashboard.shows('Four steps to the first sale');

  await dashboard.newBenefit('A letter every month', 'It comes by post.');
  await dashboard.newEndpoint(receiver.url);
  await dashboard.newProduct('Letter club', '9', 'A letter every month');
  await dashboard.shows('$9.00', 'On sale', 'A letter every month', /^Created/);

  const till = await dashboard.openCheckout();
  await till.fill(buyer);
  await till.card('A card that pays');
  await till.pay('Subscribe for $9.00 a month');
  await till.page.getByText('Paid $9.00').waitFor();
  await till.page.close();

  await dashboard.goTo('Orders');
  await dashboard.open(dashboard.row('orders', buyer.email, 'Letter club', 'New subscription', 'Paid', '9.00'));
  await dashboard.head(/^Order [0-9A-Z]{4}-[0-9A-Z]{4}$/);
  await dashboard.shows(/\$9.00 was paid on/, `Letter club for ${buyer.email}`, 'Succeeded');
  await keys.find(buyer.email, buyer.name);
  await dashboard.head(buyer.name);
  await dashboard.shows('Germany', 'Letter club', /renews/, 'A letter every month');
  await dashboard.goTo('Benefits');
  await dashboard.open(dashboard.row('benefits', 'A letter every month'));
  await dashboard.row('grants', buyer.email, 'Granted').waitFor();

  await dashboard.advanceMonth();
  await dashboard.goTo('Orders');
  await dashboard.row('orders', buyer.email, 'Renewal', 'Paid', '9.00').waitFor();
  await findOrder(page, keys, dashboard);
  await dashboard.goTo('Subscriptions');
  await dashboard.open(dashboard.row('subscriptions', buyer.email, 'Letter club', 'Active'));
  await dashboard.shows('28 Feb 2026 to 31 Mar 2026');
  await keys.command('Cancel at period end');
  await keys.choose(page.getByRole('alertdialog').getByLabel('Why'), 'Too expensive');
  await keys.fill(page.getByRole('alertdialog').getByLabel('In the customer’s words'), 'Nothing left to read');
  await dashboard.answer('Cancel subscription');
  await dashboard.shows('Ending', 'Too expensive', 'Nothing left to read');
  await keys.command('Keep subscription');
  await dashboard.answer('Keep subscription');
  await dashboard.shows('Active', 'Renews');
  await keys.command('Cancel at period end');
  await keys.choose(page.getByRole('alertdialog').getByLabel('Why'), 'Not used enough');
  await dashboard.answer('Cancel subscription');
  await dashboard.shows('Ending', 'Not used enough');

  await dashboard.advanceTo('04/01/2026', '1 Apr 2026');
  await dashboard.shows('Canceled', 'Ended');

  await dashboard.goTo('Events');
  await dashboard.shows('Subscription ended', 'Benefit grant revoked');
  await keys.choose(page.getByLabel('Show', { exact: true }), 'Internal events, too');
  await dashboard.shows('Webhooks scheduled');
  await dashboard.press('Older');
  await dashboard.shows('Organization created');
  await keys.choose(page.getByLabel('What happened'), 'Subscription canceled');
  await dashboard.shows('1 to 2 of 2, times in UTC');
  await keys.enter(page.getByRole('link', { name: /Subscription canceled/ }).first());
  await dashboard.head('Subscription canceled');
  await dashboard.shows('Data', 'unused', 'State after it', 'Cancel subscription', 'Ada Seller');

  await until(() => receiver.types().includes('subscription.revoked'), 'the webhook subscription.revoked');
  await dashboard.goTo('Webhooks');
  await dashboard.open(dashboard.row('endpoints', receiver.url));
  await dashboard.open(dashboard.row('deliveries', 'subscription.revoked', 'Delivered', '200'));
  await dashboard.press('Send again');
  await page.getByText('It will be sent again').waitFor();
  await until(() => new Set(receiver.ids()).size < receiver.ids().length, 'a webhook to be sent again');
  await keys.dismiss(page.getByRole('dialog'));

  await keys.command('New access token');
  await dashboard.head('New access token');
  await keys.fill(page.getByLabel('Name'), 'Bookkeeping');
  await dashboard.press('Reading only');
  await dashboard.press('Create token');
  await dashboard.head('Copy your token');
  const token = (await page.locator('#content code').first().textContent())!;
  const answer = await fetch(`${app.url}/v1/orders/`, { headers: { authorization: `Bearer ${token}` } });
  expect(await answer.json()).toMatchObject({ pagination: { total_count: 2 } });
  await keys.enter(page.getByRole('link', { name: 'I have copied it' }));
  await dashboard.row('tokens', 'Bookkeeping').waitFor();
  expect(await page.content()).not.toContain(token);

  // Each create request has its own key.
  expect(new Set(created.filter(Boolean)).size).toBe(5);
  expect(created.length).toBe(5);
  await account.signOut(seller);
  await page.goto('/nordlicht/orders');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(complaints).toEqual([]);
}

/** In the list of two orders: searches for the first sale, opens it from its row, and goes back to where the search left off. */
async function findOrder(page: Page, keys: Keys, dashboard: Dashboard): Promise<void> {
  const search = page.getByRole('search').getByRole('searchbox');
  const [sale, renewal] = [dashboard.row('orders', 'New subscription'), dashboard.row('orders', 'Renewal')];
  const number = await sale.getByRole('link').innerText();
  await dashboard.shows('2 orders');
  await keys.search(number.toLowerCase());
  await renewal.waitFor({ state: 'detached' });
  await dashboard.shows('1 order');
  await keys.press('ArrowDown');
  await sale.locator('[data-row]:focus').waitFor();
  await keys.press('Enter');
  await dashboard.head(`Order ${number}`);
  await dashboard.shows('Letter club for bo@example.com', 'New subscription');
  await keys.back();
  await dashboard.head('Orders');
  await sale.locator('[data-row]:focus').waitFor();
  await dashboard.shows('1 order');
  expect([await search.inputValue(), await renewal.count()]).toEqual([number.toLowerCase(), 0]);
  await keys.search('');
  await keys.press('Control+A');
  await keys.press('Delete');
  await renewal.waitFor();
}
