import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { DESK, inWindow, JOURNEY_MS, missingChromium, type Keys, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { Dashboard } from './dashboard.ts';
import { glance, lookHere } from './looks.ts';
import { emptyAreas } from './screens.ts';
import { shopInBrowser, type BrowserShop } from './shop.ts';
import { Till } from './till.ts';

describeWith(missingChromium, 'selling on the screens', () => {
  const at = shopInBrowser();

  it(
    'open the figures of the finances to the rows that add up to them',
    async () => {
      const { items } = (await at.shop.seller.orders.list({ productId: at.shop.ruler.id })).result;
      const { id: orderId } = items.find(({ customer }) => customer.email === 'dora@example.com')!;
      await at.shop.seller.refunds.create({ orderId, amount: 100, reason: 'other' });
      await at.shop.app.runtime.settled();
      await inWindow(at.browser, at.shop, (window) => finances(window, at.shop));
    },
    JOURNEY_MS,
  );

  it(
    'say on the pages of customer and subscription when a trial ends, and what is charged then',
    async () => {
      const id = await at.shop.trial();
      const { clientSecret } = await at.shop.open(id);
      await inWindow(at.browser, at.shop.app, async ({ page, keys }) => {
        const till = new Till(keys);
        await page.goto(`/checkout/${clientSecret}`);
        await till.fill({ email: 'nora@example.com', name: 'Nora Buyer', country: 'Germany' });
        await till.pay('Start trial');
        await page.waitForURL(`/checkout/${clientSecret}/confirmation`);
      });
      await at.shop.app.runtime.settled();
      await inWindow(at.browser, at.shop, (window) => trial(window, at.shop));
    },
    JOURNEY_MS,
  );

  it(
    'ask before unsaved input is left, keep it as a draft, and create once however often it is sent',
    () => inWindow(at.browser, at.shop, (window) => unsaved(window, at.shop)),
    JOURNEY_MS,
  );

  it(
    'upload and archive the files of a benefit, change and rotate a license key, and link to a portal',
    () => inWindow(at.browser, at.shop, (window) => benefits(window, at.shop)),
    JOURNEY_MS,
  );

  it(
    'create what a product gives and asks for in its own form, which keeps what was typed',
    () => inWindow(at.browser, at.shop, (window) => inPlace(window, at.shop)),
    JOURNEY_MS,
  );

  it(
    'keep pages, sorting and filters in the address, and say what is empty, loading or failed',
    async () => {
      await inWindow(at.browser, at.shop, (window) => lists(window, at.shop));
    },
    JOURNEY_MS,
  );
});

async function inPlace({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  const dialog = page.getByRole('dialog');
  await page.goto(`/${slug}/products/new`);
  await keys.fill(page.getByLabel('Name', { exact: true }), 'Almanac');
  await keys.fill(page.getByLabel('Description'), 'A **page** a day\n\n<b>Really</b>');
  await keys.fill(page.getByLabel('Amount'), '12');
  await dashboard.press('Add a benefit');
  await dashboard.press('New benefit');
  await dialog.getByLabel('Type').and(page.locator(':focus')).waitFor();
  await dashboard.press('Create benefit');
  await dialog.getByText('Say what buyers get.').waitFor();
  await keys.fill(dialog.getByLabel('Description'), 'A ribbon');
  expect(await lookHere(page, 'a benefit that is created in the form of a product')).toEqual([]);
  await dashboard.press('Create benefit');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('list', { name: 'Benefits' }).getByText('A ribbon').waitFor();
  await dashboard.press('Add a custom field');
  await dashboard.press('New custom field');
  await keys.fill(dialog.locator('input[name=name]'), 'Initials on it');
  await dashboard.press('Create custom field');
  await dialog.waitFor({ state: 'hidden' });
  await keys.tick(page.getByLabel('Initials on it is required'));
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Almanac');
  await dashboard.press('Put on sale');
  await dashboard.head('Almanac');
  await dashboard.shows('A ribbon', 'Initials on it', '<b>Really</b>');
  await page.locator('#content strong').getByText('page').waitFor();
  expect(complaints).toEqual([]);
}

async function benefits({ page, keys, complaints }: Window, { slug, licenseKey }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}/benefits/new`);
  await keys.choose(page.getByLabel('Type'), 'Downloads');
  await keys.fill(page.getByLabel('Description'), 'Pattern book');
  await dashboard.press('Create benefit');
  await dashboard.shows('Choose at least one file.');
  const files = ['book.pdf', 'sheets.zip'].map((name) => ({ name, mimeType: 'a/b', buffer: Buffer.from(name) }));
  await page.locator('input[type=file]').setInputFiles(files);
  await dashboard.press('Move sheets.zip up');
  await keys.tick(page.getByLabel('Archived: book.pdf'));
  await dashboard.press('Create benefit');
  await dashboard.head('Pattern book');
  await dashboard.shows('sheets.zip', 'Archived');
  const listed = await page.locator('#content dd').filter({ hasText: 'sheets.zip' }).innerText();
  expect(listed.indexOf('sheets.zip')).toBeLessThan(listed.indexOf('book.pdf'));

  await page.goto(`/${slug}/benefits/new`);
  await keys.choose(page.getByLabel('Type'), 'Credits');
  await keys.fill(page.getByLabel('Description'), 'A ream of prints');
  await dashboard.press('Create benefit');
  await dashboard.shows('Choose a meter.', 'Enter a number.');
  expect(await lookHere(page, 'a benefit of credits without a meter')).toEqual([]);
  await dashboard.press('Meter: Choose a meter');
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Sheets printed' }));
  await keys.fill(page.getByLabel('Units', { exact: true }), '500');
  await keys.tick(page.getByLabel('Unused units roll over'));
  await dashboard.press('Create benefit');
  await dashboard.head('A ream of prints');
  await dashboard.shows('500', 'Roll over to the next period');
  await keys.enter(page.locator('#content').getByRole('link', { name: 'Sheets printed' }));
  await dashboard.head('Sheets printed');

  await dashboard.goTo('License keys');
  await keys.search(licenseKey.displayKey.slice(-6));
  await page.getByText('1 license key', { exact: true }).first().waitFor();
  await dashboard.open(dashboard.row('license keys', licenseKey.displayKey));
  await dashboard.head(licenseKey.displayKey);
  await dashboard.shows('1 of 2', 'Desk');
  await keys.enter(page.getByRole('link', { name: 'Edit', exact: true }));
  await keys.fill(page.getByLabel('Activations'), '5');
  await dashboard.press('Save');
  await dashboard.shows('Works, with 1 of 5 activations in use.');
  await keys.command('Rotate key');
  await dashboard.answer('Rotate key');
  await page.getByRole('heading', { level: 1, name: licenseKey.displayKey }).waitFor({ state: 'hidden' });
  await keys.command('Disable key');
  await dashboard.answer('Disable key');
  await dashboard.shows('Disabled: it does not work until it is enabled again.');

  await keys.enter(page.getByRole('link', { name: licenseKey.customer.email }));
  await dashboard.head('Emil Buyer');
  await dashboard.shows('templates.pdf', 'not downloaded', 'Disabled');
  await keys.command('Create portal link');
  await dashboard.press('Create link');
  await page.getByRole('dialog').getByText(`/${slug}/portal?customer_session_token=`).waitFor();
  expect(complaints).toEqual([]);
}

/** Leaves a form and returns to its draft; loses the response to a create and retries; sees which field is wrong. */
async function unsaved({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}`);
  await dashboard.head('Papier & Söhne');
  await keys.command('New customer');
  await dashboard.head('New customer');
  await dashboard.press('Add customer');
  await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
  await keys.fill(page.getByLabel('E-mail'), 'not an address');
  await keys.fill(page.getByLabel('Name'), 'Frieda Late');
  await keys.choose(page.getByLabel('Country'), 'Germany');
  await dashboard.press('Add customer');
  // The server's error.
  await page.locator('input[name=email][aria-invalid=true]:focus').waitFor();

  await keys.command('Orders');
  await dashboard.answer('Stay here');
  await dashboard.head('New customer');
  await keys.command('Orders');
  await dashboard.answer('Leave');
  await dashboard.head('Orders');
  await page.goBack();
  await dashboard.head('New customer');
  await dashboard.shows('This is your draft from before.');
  expect(await page.getByLabel('Name').inputValue()).toBe('Frieda Late');
  await dashboard.press('Discard draft');
  await page.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('');

  await keys.fill(page.getByLabel('E-mail'), 'frieda@example.com');
  const sent: string[] = [];
  await page.route(/\/v1\/customers\/?$/, async (route) => {
    sent.push(route.request().headers()['idempotency-key'] ?? '');
    // The server creates the customer, and its first response is lost.
    const response = await route.fetch();
    await (sent.length === 1 ? route.abort() : route.fulfill({ response }));
  });
  await dashboard.press('Add customer');
  await dashboard.shows('Tillbook did not answer.');
  await dashboard.press('Add customer');
  await dashboard.head('frieda@example.com');
  expect(sent).toEqual([sent[0], sent[0]]);
  await dashboard.goTo('Customers');
  await keys.search('frieda');
  await dashboard.shows('1 customer');
  await keys.command('New customer');
  await dashboard.head('New customer');
  expect(await page.getByText('This is your draft from before.').count()).toBe(0);
  expect(complaints.filter((line) => !/422|ERR_FAILED/.test(line))).toEqual([]);
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
  await dashboard.shows(/of \d+ customers, page 2 of 2/);
  await throughRows(page, keys, dashboard);
  await search('sorting=-email', 'page=2');
  await singleKeys(page, keys, dashboard);
  await page.goBack();
  await search('sorting=-email', 'page=2');
  await keys.search('customer-1');
  await search('sorting=-email', 'query=customer-1');
  await dashboard.shows('10 customers');
  await page.reload();
  await dashboard.shows('10 customers');
  expect(await page.getByLabel('Search by e-mail or name').inputValue()).toBe('customer-1');
  await keys.fill(page.getByLabel('Search by e-mail or name'), 'nobody');
  await dashboard.shows('No matching customers');

  await dashboard.goTo('Orders');
  await dashboard.press('More filters');
  await dashboard.press('Product: Any product');
  await keys.typeInto(page.getByRole('dialog'), 'rul');
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Ruler' }));
  await dashboard.row('orders', 'Paper club').first().waitFor({ state: 'detached' });
  await dashboard.press('Customer: Any customer');
  await keys.typeInto(page.getByRole('dialog'), 'emil');
  await keys.enter(page.getByRole('button', { name: 'emil@example.com Emil Buyer' }));
  await dashboard.shows('1 order');
  await page.reload();
  await dashboard.shows('1 order');
  await page.getByRole('button', { name: 'Customer: emil@example.com' }).waitFor();
  await page.getByRole('button', { name: 'Product: Ruler' }).waitFor();
  await keys.choose(page.getByLabel('Reason'), 'Any of a subscription');
  await dashboard.shows('No matching orders');
  await page.goBack();
  await dashboard.shows('1 order');
  await keptLists(page, keys, dashboard);

  await failing(page, dashboard);
  await page.goto(`/${emptySlug}`);
  await dashboard.head('Leer');
  for (const [area, text] of emptyAreas) {
    await dashboard.goTo(area);
    await dashboard.shows(text);
  }
}

/** Arrow keys lead from anywhere on the page into the rows; Enter opens one; going back returns to it. */
async function throughRows(page: Page, keys: Keys, dashboard: Dashboard): Promise<void> {
  const selected = (text: string) => page.locator('[data-row]:focus', { hasText: text }).waitFor();
  await page.setViewportSize({ width: 1280, height: 320 });
  await keys.press('j');
  await page.locator('tbody tr:first-child [data-row]:focus').waitFor();
  await keys.press('End');
  await selected('customer-01@example.com');
  await keys.press('k');
  await keys.press('ArrowUp');
  await selected('customer-03@example.com');
  const place = await page.evaluate<number>('window.scrollY');
  expect(place).toBeGreaterThan(0);
  await keys.press('Enter');
  await dashboard.head('Customer 3');
  await page.goBack();
  await selected('customer-03@example.com');
  await until(async () => (await page.evaluate('window.scrollY')) === place, 'the list to be where it was');
  await page.setViewportSize(DESK);
}

/** Keys that lead to areas, unless they are turned off; ends at Orders. */
async function singleKeys(page: Page, keys: Keys, dashboard: Dashboard): Promise<void> {
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  async function toggle(): Promise<void> {
    await keys.tick(help.getByLabel('Use single keys'));
    await keys.dismiss(help);
  }
  await keys.press('?');
  await toggle();
  for (const key of ['g', 'o', '?', 'ArrowDown']) await keys.press(key);
  await page.locator('[data-row]:focus').waitFor();
  expect(await help.count()).toBe(0);
  await dashboard.head('Customers');
  await keys.command('Keyboard shortcuts');
  await toggle();
  await keys.press('g');
  await keys.press('o');
  await dashboard.head('Orders');
}

/** A list's saved filters, columns, rows per page and CSV file. */
async function keptLists(page: Page, keys: Keys, dashboard: Dashboard): Promise<void> {
  await dashboard.choose('Saved filters', 'Save these filters…');
  await keys.fill(page.getByRole('dialog').getByLabel('Name'), 'Rulers for Emil');
  await dashboard.press('Save filters');
  await dashboard.press('Clear filters');
  await dashboard.row('orders', 'Paper club').first().waitFor();
  await dashboard.choose('Saved filters', 'Rulers for Emil');
  await dashboard.shows('1 order');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    keys.enter(page.getByRole('link', { name: 'Export CSV' })),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect([file.suggestedFilename(), lines.length]).toEqual(['orders.csv', 2]);
  expect(lines[1]).toContain('emil@example.com');
  await dashboard.press('Columns');
  await keys.chooseItem(page.getByRole('menuitemcheckbox', { name: 'Reason' }));
  await keys.press('Escape');
  await page.getByRole('columnheader', { name: 'Reason' }).waitFor({ state: 'detached' });
  await keys.choose(page.getByLabel('Rows per page'), '50 per page');
  await page.waitForURL(/limit=50/);
  await page.reload();
  await dashboard.shows('1 order');
  expect(await page.getByRole('columnheader').allInnerTexts()).not.toContain('Reason');
  await dashboard.choose('Rulers for Emil', 'Delete “Rulers for Emil”');
  await dashboard.press('Clear filters');
  await dashboard.row('orders', 'Paper club').first().waitFor();
  await page.getByRole('button', { name: 'Saved filters' }).waitFor({ state: 'detached' });
}

/** A list that loads slowly, then fails, then is retried. */
async function failing(page: Page, dashboard: Dashboard): Promise<void> {
  const subscriptions = /\/v1\/subscriptions\/?\?/;
  let load = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (load = resolve));
  // On a busy machine, Tab rests on the rail's links long enough for their pages to be prefetched.
  await page.reload();
  await dashboard.head('Orders');
  await page.route(subscriptions, async (route) => {
    await loaded;
    await route.fulfill({ status: 503, json: {} });
  });
  await dashboard.goTo('Subscriptions');
  await page.getByRole('status').filter({ hasText: 'Loading subscriptions…' }).waitFor({ state: 'attached' });
  load();
  await dashboard.shows('This could not be shown', 'Tillbook failed to answer this. Try again in a moment.');
  await page.unroute(subscriptions);
  await dashboard.press('Try again');
  await dashboard.row('subscriptions', 'dora@example.com', 'Active').waitFor();
}

/** Nora's, of a subscription for $12.00 a month. */
async function trial({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}/customers`);
  await dashboard.open(dashboard.row('customers', 'nora@example.com'));
  await dashboard.head('Nora Buyer');
  await dashboard.shows('$12.00, when the trial ends');
  expect(await glance(page, 'a customer with a trial')).toEqual([]);
  await keys.enter(page.getByRole('definition').filter({ hasText: 'when the trial ends' }).getByRole('link'));
  await page.getByRole('heading', { name: 'First charge' }).waitFor();
  await dashboard.shows(/^The trial ends on /);
  expect(await glance(page, 'a subscription in its trial')).toEqual([]);
  expect(complaints).toEqual([]);
}

/** From the overview to an entry, a tax line and its order, and to a payment. */
async function finances({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}`);
  await dashboard.goTo('Finance');
  await keys.enter(page.getByRole('link', { name: '−$1.00' }));
  await dashboard.head('Invoices and credit notes');
  await dashboard.shows('1 document · −$1.00 before tax · −$1.00 with tax');
  await dashboard.goTo('Finance');
  await dashboard.open(dashboard.row('Taxes in USD', 'No rate'));
  await dashboard.head('Taxes');
  await dashboard.open(dashboard.row('tax lines', 'dora@example.com', 'Refund', '−1.00'));
  await dashboard.head(/^Order /);
  await dashboard.shows(/^INV-\d{4}-\d{5}$/, /^CN-\d{4}-\d{5}$/, 'Invoice issued', 'Credit note issued');
  expect(await glance(page, 'an order with an invoice and a credit note')).toEqual([]);
  await dashboard.goTo('Payments');
  await dashboard.open(dashboard.row('payments', 'dora@example.com', '4.50'));
  await dashboard.head('Payment of $4.50');
  await dashboard.shows('This one', /and \$1\.00 of it refunded/);
  expect(complaints).toEqual([]);
}
