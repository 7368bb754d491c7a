import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { startApp } from '../support/app.ts';
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
import { Dashboard } from './dashboard.ts';
import { glance, look, lookHere, settled, walkTo } from './looks.ts';
import { missing, RESERVED, screensOf, screensOfMember, withoutSignIn, type Screen } from './screens.ts';
import { startSellerSite, type SellerSite } from './seller-site.ts';
import { openShop, type BrowserShop } from './shop.ts';
import { Till } from './till.ts';

/** Every screen is checked three times, maybe on a busy machine. */
const LOOKS_MS = 2 * JOURNEY_MS;

describeWith(missingChromium, 'the screens', () => {
  let shop: BrowserShop;
  let receiver: Receiver;
  let site: SellerSite;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    site = await startSellerSite();
    receiver = await startReceiver();
    shop = await openShop(await startApp(), receiver.url);
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await shop.app.close();
    await receiver.close();
    await site.close();
  });

  it(
    'keep the form when a card is declined, and accept the next card',
    async () => {
      const { id, clientSecret } = await shop.open(shop.ruler.id);
      await inWindow(browser, shop.app, ({ page, keys }) =>
        declined(page, new Till(keys), `/checkout/${clientSecret}`),
      );
      await shop.app.runtime.settled();
      const { result } = await shop.seller.orders.list({ checkoutId: id });
      expect(result.items.map(({ netAmount }) => netAmount)).toEqual([450]);
    },
    JOURNEY_MS,
  );

  it(
    'show after a payment what was bought, and when the next charge is due',
    async () => {
      const { id, clientSecret } = await shop.open(shop.club.id);
      await inWindow(browser, shop.app, async ({ page, keys, complaints }) => {
        await page.goto(`/checkout/${clientSecret}/confirmation`);
        await page.waitForURL(`/checkout/${clientSecret}`);
        await subscribe(new Till(keys), 'gerda');
        await page.waitForURL(`/checkout/${clientSecret}/confirmation`);
        const title = page.getByRole('heading', { level: 1, name: 'Paid $19.00' });
        await title.and(page.locator(':focus')).waitFor();
        await page.reload();
        await title.waitFor();
        await shop.app.runtime.settled();
        const { items } = (await shop.seller.subscriptions.list({})).result;
        const { currentPeriodEnd } = items.find(({ checkoutId }) => checkoutId === id)!;
        const charge = new RegExp(`^${currentPeriodEnd!.getUTCDate()} \\w+ \\d+: \\$19\\.00, then every month$`);
        for (const text of ['Paper club is yours.', 'Free postage', 'Sent to gerda@example.com', charge])
          await page.locator('#content').getByText(text).waitFor();
        expect(complaints).toEqual([]);
      });
    },
    JOURNEY_MS,
  );

  it(
    'open the figures of the finances to the rows that add up to them',
    async () => {
      const { items } = (await shop.seller.orders.list({ productId: shop.ruler.id })).result;
      const { id: orderId } = items.find(({ customer }) => customer.email === 'dora@example.com')!;
      await shop.seller.refunds.create({ orderId, amount: 100, reason: 'other' });
      await shop.app.runtime.settled();
      await inWindow(browser, shop, (window) => finances(window, shop));
    },
    JOURNEY_MS,
  );

  it(
    'say on the pages of customer and subscription when a trial ends, and what is charged then',
    async () => {
      const id = await shop.trial();
      const { clientSecret } = await shop.open(id);
      await inWindow(browser, shop.app, async ({ page, keys }) => {
        const till = new Till(keys);
        await page.goto(`/checkout/${clientSecret}`);
        await till.fill({ email: 'nora@example.com', name: 'Nora Buyer', country: 'Germany' });
        await till.pay('Start trial');
        await page.waitForURL(`/checkout/${clientSecret}/confirmation`);
      });
      await shop.app.runtime.settled();
      await inWindow(browser, shop, (window) => trial(window, shop));
    },
    JOURNEY_MS,
  );

  it(
    'lead to the success_url after a payment that settles later, and back after a declined one',
    async () => {
      const successUrl = `${site.origin}/thanks?checkout={CHECKOUT_ID}`;
      const { id, clientSecret } = await shop.open(shop.ruler.id, { successUrl });
      await inWindow(browser, shop.app, async ({ page, keys, complaints }) => {
        const till = new Till(keys);
        await page.goto('/sign-in');
        await page.goto(`/checkout/${clientSecret}`);
        await till.fill({ email: 'hugo@example.com', name: 'Hugo Buyer', country: 'Germany' });
        await till.card('Settles later');
        await till.pay('Pay $4.50');
        await till.pay('Decline it');
        await page
          .getByText('You were not charged. Your card was declined. Try another card, or ask your bank.')
          .waitFor();
        await till.card('Settles later');
        await till.pay('Pay $4.50');
        await till.pay('Approve the payment');
        await page.waitForURL(`${site.origin}/thanks?checkout=${id}`);
        // The checkout is finished: Back leads to the page before it.
        await page.goBack();
        await page.waitForURL('/sign-in');
        await page.goto(`/checkout/${clientSecret}`);
        const back = page.getByRole('link', { name: 'Back to Papier & Söhne' });
        expect(await back.getAttribute('href')).toBe(`${site.origin}/thanks?checkout=${id}`);
        expect(complaints).toEqual([]);
      });
    },
    JOURNEY_MS,
  );

  it(
    'let only the site in embed_origin frame a checkout, without a cookie',
    async () => {
      const successUrl = `${site.origin}/thanks?checkout={CHECKOUT_ID}`;
      const { id, url } = await shop.open(shop.club.id, { embedOrigin: site.origin, successUrl });
      await inWindow(browser, shop.app, async ({ page, complaints, context }) => {
        await page.goto(`${site.otherOrigin}/frame?${encodeURIComponent(url)}`);
        const refusal = `frame-ancestors ${site.origin}". The request has been blocked.`;
        await until(() => complaints.some((line) => line.includes(refusal)), 'the browser to refuse the frame');
        complaints.splice(0);

        await page.goto(`${site.origin}/frame?${encodeURIComponent(url)}`);
        const frame = page.frameLocator('iframe');
        await frame.getByLabel('E-mail').fill('inge@example.com');
        await frame.getByLabel('Name').fill('Inge Buyer');
        await frame.getByLabel('Country').selectOption('Germany');
        await frame.getByRole('button', { name: 'Subscribe for $19.00 a month' }).click();
        await page.waitForURL(`${site.origin}/thanks?checkout=${id}`);
        expect([complaints, await context.cookies()]).toEqual([[], []]);
      });
    },
    JOURNEY_MS,
  );

  it(
    'take a chosen amount, a discount code, the tax of an address and an answer, and keep them over a reload',
    async () => {
      const { id, clientSecret } = await shop.open(await shop.patronage());
      await shop.seller.discounts.create({
        name: 'Merci',
        type: 'percentage',
        duration: 'once',
        basisPoints: 1000,
        code: 'MERCI',
      });
      await inWindow(browser, shop.app, async ({ page, keys }) => {
        const till = new Till(keys);
        // A confirmation without it reads the checkout again and again.
        await page.route('**/stream', (route) => route.abort());
        const bill = page.getByRole('region', { name: 'Bill' });
        await page.goto(`/checkout/${clientSecret}`);
        await till.amount('3');
        await till.code('NOPE');
        await page.getByText('Enter at least $5.00.').waitFor();
        await page.getByText('Discount does not exist.').waitFor();
        await till.amount('20');
        await till.code('merci');
        await bill.getByText('-$2.00').waitFor();
        await till.fill({ email: 'jo@example.com', name: 'Jo Buyer', country: 'France' });
        // 20 % of what is left.
        await bill.getByText('$3.60').waitFor();
        await till.pay('Pay $21.60');
        await page.getByLabel('Grain').and(page.locator(':focus')).waitFor();
        await keys.choose(page.getByLabel('Grain'), 'Coarse');
        await keys.press('Tab');
        await bill.and(page.locator('[aria-busy=false]')).waitFor();
        await page.reload();
        await bill.getByText('$21.60').waitFor();
        expect(await page.getByLabel('E-mail').inputValue()).toBe('jo@example.com');
        expect(await page.getByLabel('Grain').inputValue()).toBe('coarse');
        await till.pay('Pay $21.60');
        await page.getByRole('heading', { name: 'Paid $21.60' }).waitFor();
      });
      await shop.app.runtime.settled();
      const { result } = await shop.seller.orders.list({ checkoutId: id });
      const [order] = result.items;
      expect(result.items.length).toBe(1);
      expect(order).toMatchObject({ discountAmount: 200, netAmount: 1800, taxAmount: 360 });
      expect(order!.customFieldData).toEqual({ grain: 'coarse' });
    },
    JOURNEY_MS,
  );

  it(
    'lie over the seller’s page by its embedding script, say what happens, and lead on',
    async () => {
      const successUrl = `${site.origin}/thanks?checkout={CHECKOUT_ID}`;
      const { url: returning, id } = await shop.open(shop.ruler.id, { embedOrigin: site.origin, successUrl });
      const { url } = await shop.open(shop.ruler.id, { embedOrigin: site.origin });
      const wrong: string[] = [];
      await inWindow(browser, shop.app, async ({ page, complaints }) => {
        const frame = page.frameLocator('iframe[title=Checkout]');
        const said = (name: string) => page.waitForFunction(`window.said.includes('${name}')`);
        async function openShopAt(address: string): Promise<void> {
          await page.goto(`${site.origin}/shop?${encodeURIComponent(address)}`);
          await page.evaluate(`window.said = [];
            addEventListener('message', ({ data, origin }) => said.push(data.event, origin))`);
          await page.getByRole('link', { name: 'Buy' }).click();
          await said('loaded');
        }
        await openShopAt(url);
        await frame.getByRole('button', { name: 'Close checkout' }).click();
        await page.locator('iframe').waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Buy' }).and(page.locator(':focus')).waitFor();

        await page.getByRole('link', { name: 'Buy' }).click();
        await payFramed(frame);
        await said('success');
        const heard = await page.evaluate<string[]>('[...new Set(said)]');
        expect(heard.sort()).toEqual([new URL(url).origin, 'close', 'confirmed', 'loaded', 'success'].sort());
        await frame.getByRole('button', { name: 'Back to Papier & Söhne' }).click();
        await page.locator('iframe').waitFor({ state: 'detached' });

        // A page that never loads can be left all the same.
        await page.route('**/checkout/*', (route) => route.fulfill({ body: '' }));
        await page.getByRole('link', { name: 'Buy' }).click();
        await page.getByRole('button', { name: 'Close checkout' }).click();
        await page.locator('iframe').waitFor({ state: 'detached' });
        await page.unroute('**/checkout/*');

        await openShopAt(returning);
        await payFramed(frame);
        await page.waitForURL(`${site.origin}/thanks?checkout=${id}`);
        wrong.push(...complaints);
      });
      expect(wrong).toEqual([]);
    },
    JOURNEY_MS,
  );

  it(
    'are accessible in light, in dark and on a phone, and break no content policy',
    async () => {
      const wrong: string[] = [];
      async function lookAll({ page, complaints }: Window, screens: readonly Screen[]): Promise<void> {
        for (const screen of screens) wrong.push(...(await look(page, screen)));
        wrong.push(...complaints);
        for (const screen of missing) wrong.push(...(await look(page, screen)));
      }
      const signedIn = await screensOf(shop);
      await inWindow(browser, shop.app, (window) => lookAll(window, withoutSignIn));
      await inWindow(browser, shop, (window) => lookAll(window, signedIn), JOURNEY_MS);
      expect(wrong).toEqual([]);
    },
    LOOKS_MS,
  );

  it(
    'show a plain member everything, and offer nothing that the server would refuse',
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
    JOURNEY_MS,
  );

  it(
    'ask before unsaved input is left, keep it as a draft, and create once however often it is sent',
    () => inWindow(browser, shop, (window) => unsaved(window, shop)),
    JOURNEY_MS,
  );

  it(
    'put on sale what a meter counts, and ask its buyers for a custom field, by keyboard alone',
    () => inWindow(browser, shop, (window) => sellByUsage(window, shop)),
    JOURNEY_MS,
  );

  it(
    'send a test event, show the same request for a program, and open the event in the list',
    () => inWindow(browser, shop, (window) => usageEvents(window, shop)),
    JOURNEY_MS,
  );

  it(
    'create a meter, and open what it counts on a subscription, an order and in the ledger down to the events',
    () => inWindow(browser, shop, (window) => meteredBill(window, shop)),
    JOURNEY_MS,
  );

  it(
    'upload and archive the files of a benefit, change and rotate a license key, and link to a portal',
    () => inWindow(browser, shop, (window) => benefits(window, shop)),
    JOURNEY_MS,
  );

  it(
    'keep pages, sorting and filters in the address, and say what is empty, loading or failed',
    async () => {
      await inWindow(browser, shop, (window) => lists(window, shop));
    },
    JOURNEY_MS,
  );
});

/** Prices units of a meter, makes a field required, and sees what is wrong at its field. */
async function sellByUsage({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  async function choose(button: string, text: string, option: RegExp): Promise<void> {
    await dashboard.press(button);
    await keys.typeInto(page.getByRole('dialog'), text);
    await keys.enter(page.getByRole('dialog').getByRole('button', { name: option }));
  }
  await page.goto(`/${slug}/products/new`);
  await keys.fill(page.getByLabel('Name'), 'Print room');
  await keys.fill(page.getByLabel('Amount'), '9');
  await choose('Add a price per unit', 'sheets', /^Sheets printed/);
  await dashboard.press('Put on sale');
  await dashboard.shows('Enter a price above 0, such as 0.05.');
  await keys.fill(page.getByLabel('Price per unit'), '0.05');
  await choose('Add a custom field', 'grain', /^Grain/);
  await keys.tick(page.getByLabel('Grain is required'));
  await dashboard.press('Put on sale');
  await dashboard.head('Print room');
  await dashboard.shows('$9.00 a month + $0.05 per unit of Sheets printed', 'Grain', 'Required');
  expect(complaints).toEqual([]);
}

/** Sends one for a customer who does not exist yet. */
async function usageEvents({ page, keys, complaints }: Window, { slug, seller, meter }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}`);
  await dashboard.goTo('Usage events');
  await dashboard.press('Send a test event');
  const dialog = page.getByRole('dialog', { name: 'Send a test event' });
  await keys.fill(dialog.getByLabel('Name'), 'scan');
  await keys.enter(dialog.getByRole('button', { name: 'Send event' }));
  await dialog.getByText('Choose a customer, or enter your own id of one.').waitFor();
  await keys.fill(dialog.getByLabel('External ID', { exact: true }), 'emil-7');
  await keys.enter(dialog.getByRole('button', { name: 'Add a line' }));
  await keys.fill(dialog.getByLabel('Key'), 'pages');
  await keys.fill(dialog.getByLabel('Value'), '12');
  await keys.choose(dialog.getByLabel('Language'), 'Python');
  const request = dialog.getByRole('region', { name: 'Request' });
  for (const text of ['"pages": 12', '"external_customer_id": "emil-7"', 'Bearer YOUR_ACCESS_TOKEN'])
    await request.filter({ hasText: text }).waitFor();
  expect(await lookHere(page, 'the dialog of a test event')).toEqual([]);
  await keys.enter(dialog.getByRole('button', { name: 'Send event' }));
  await dialog.waitFor({ state: 'hidden' });
  await dashboard.row('usage events', 'scan', 'emil-7', 'No customer yet').waitFor();
  await keys.enter(page.getByRole('navigation', { name: 'Names' }).getByRole('link', { name: 'scan' }));
  await page.waitForURL(/name=scan/);
  await dashboard.row('usage events', 'print').waitFor({ state: 'detached' });
  await dashboard.open(dashboard.row('usage events', 'scan'));
  await dashboard.head('scan');
  await dashboard.shows('pages: 12', 'emil-7');
  await dashboard.choose('More actions', 'Void event');
  await keys.fill(page.getByLabel('Reason'), 'Sent twice');
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Void event' }));
  await dashboard.shows('Voided', 'Sent twice');

  await page.goto(`/${slug}/usage-events`);
  await keys.enter(page.getByRole('switch', { name: 'Live' }));
  const { items: buyers } = (await seller.customers.list({ email: 'emil@example.com' })).result;
  const printed = { name: 'print', customerId: buyers[0]!.id, metadata: { sheets: 9 } };
  await seller.events.ingest({ events: [printed, { name: 'fax', externalCustomerId: 'emil-7' }] });
  await dashboard.row('usage events', 'fax', 'emil-7').waitFor();
  await page.getByRole('img', { name: '1 event in 14 days' }).first().waitFor();
  await keys.choose(page.getByLabel('Source'), 'System');
  await dashboard.row('usage events', 'fax').waitFor({ state: 'detached' });
  await keys.enter(
    dashboard.row('usage events', 'benefit.granted', 'emil@example.com').first().getByRole('link').first(),
  );
  await dashboard.shows('benefit_type: ');
  await keys.enter(page.locator('#content').getByRole('link', { name: 'emil@example.com' }));
  await dashboard.row('names', 'benefit.granted', 'System').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('9 consumed').waitFor();

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/${slug}/meters/${meter.id}`);
  await dashboard.row('customers', 'emil@example.com', '9').waitFor();
  await keys.choose(page.getByLabel('Interval'), 'By month');
  await dashboard.shows('This month', /in the last 12 months; most in /);
  await keys.enter(page.locator('#content').getByRole('link', { name: 'Edit' }));
  await dashboard.shows(/of the last day match/);
  await keys.fill(
    page.getByRole('group', { name: 'Condition 1', exact: true }).getByLabel('Value', { exact: true }),
    'nothing',
  );
  await dashboard.shows('0 events of the last day match.');
  expect(complaints).toEqual([]);
}

/** Some copies are of the month before, and come late; credits pay for two. */
async function meteredBill({ page, keys, complaints }: Window, shop: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  const { slug, seller, app } = shop;
  const content = page.locator('#content');
  await page.goto(`/${slug}/meters/new`);
  await keys.fill(page.getByLabel('Name', { exact: true }), 'Copies made');
  const condition = page.getByRole('group', { name: 'Condition 1', exact: true });
  await keys.fill(condition.getByLabel('Value', { exact: true }), 'copy');
  await dashboard.press('Create meter');
  await dashboard.head('Copies made');

  const meterId = new URL(page.url()).pathname.split('/').at(-1)!;
  const { id: productId } = await seller.products.create({
    name: 'Copy shop',
    recurringInterval: 'month',
    prices: [{ amountType: 'metered_unit', meterId, unitAmount: '25', capAmount: 100 }],
  });
  const properties = { meterId, units: 2, rollover: false };
  const credit = await seller.benefits.create({ type: 'meter_credit', description: '2 copies', properties });
  await seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [credit.id] } });
  const { id: customerId } = await seller.customers.create({ email: 'fay@example.com', name: 'Fay Buyer' });
  const { clientSecret } = await seller.checkouts.create({ products: [productId], customerId });
  const buyer = { customerName: 'Fay Buyer', customerBillingAddress: { country: 'DE' as const } };
  const confirmed = { ...buyer, confirmationTokenId: 'ctoken_ok' };
  await seller.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: confirmed });
  await app.runtime.settled();
  const [subscription] = (await seller.subscriptions.list({ productId })).result.items;

  await page.goto(`/${slug}/subscriptions/${subscription!.id}`);
  const part = (title: string) =>
    content.locator('section').filter({ has: page.getByRole('heading', { name: title }) });
  const usage = part('Usage');
  await usage.getByText('0 of 2 used').waitFor();
  await usage.getByText('$0.25 per unit').waitFor();
  const now = new Date(app.clock.now());
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  const copy = { name: 'copy', customerId };
  await seller.events.ingest({ events: [copy, copy, copy, { ...copy, timestamp: lastMonth }] });
  // By itself, and so does the next bill.
  await usage.getByText('4 of 2 used').waitFor();
  await usage.getByText('$0.50', { exact: true }).waitFor();
  await part('Next charge').getByText('$0.50').first().waitFor();
  await seller.events.ingest({ events: [copy, copy] });
  await usage.getByText('$1.00', { exact: true }).waitFor();
  await usage.getByText('The most for this period').waitFor();
  const looks = await lookHere(page, 'a metered subscription');

  await keys.enter(usage.getByRole('link', { name: 'Copies made' }));
  await dashboard.head('Copies made');
  const figure = (label: string) => content.locator('dl > div').filter({ hasText: label });
  await figure('This month').getByText('5', { exact: true }).waitFor();
  await seller.events.ingest({ events: [copy] });
  await figure('This month').getByText('6', { exact: true }).waitFor();
  await figure('Last month').getByText('1', { exact: true }).waitFor();
  await figure('All time').getByText('7', { exact: true }).waitFor();
  await dashboard.row('customers', 'fay@example.com', '7', '2', '-5').waitFor();
  await keys.enter(figure('Last month').getByRole('link'));
  await page.waitForURL(/usage-events\?.*meter=/);
  await dashboard.row('usage events', 'copy', 'fay@example.com').nth(1).waitFor({ state: 'detached' });
  await dashboard.row('usage events', 'copy', 'fay@example.com').waitFor();
  await page.goBack();
  await keys.enter(dashboard.row('customers', 'fay@example.com').getByRole('link').first());
  await dashboard.row('meters', 'Copies made', '7', '2', '-5').waitFor();
  await content.getByText('Pays for usage alone, with 1 subscription.').waitFor();
  await figure('Next charge').getByText('$1.00 before tax, with usage so far').waitFor();

  await seller.subscriptions.revoke({ id: subscription!.id });
  await app.runtime.settled();
  const orders = (await seller.orders.list({ customerId, sorting: ['-created_at'] })).result.items;
  await page.goto(`/${slug}/orders/${orders[0]!.id}`);
  await dashboard.press('Explain');
  const amounts = part('Amounts');
  await amounts.getByText(/^\(?7 .*capped at 1\.00$/).waitFor();
  await amounts.getByText(/^What arrived from .* until /).waitFor();
  await amounts.getByText('One event is from before the period, and came late.').waitFor();
  const dayOf = (at: Date) => {
    const month = at.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' });
    return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}`;
  };
  for (const [at, quantity] of [
    [lastMonth, '1'],
    [now, '6'],
  ] as const)
    await amounts.getByText(`${dayOf(at)}${quantity}`, { exact: true }).waitFor();
  expect(await amounts.getByRole('link', { name: /^copy / }).count()).toBe(7);
  const download = page.waitForEvent('download');
  await keys.enter(amounts.getByRole('link', { name: 'All events as CSV' }));
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.match(/,copy,/g)).toHaveLength(7);
  looks.push(...(await lookHere(page, 'a metered order')));
  await keys.enter(amounts.getByRole('link', { name: /^copy / }).first());
  await dashboard.head('copy');

  await page.goto(`/${slug}/events`);
  await keys.enter(content.getByRole('link', { name: /Usage ingested/ }).nth(2));
  await dashboard.head('Usage ingested');
  const chunk = part('Usage events');
  await chunk.getByText('4 events').waitFor();
  const ofLastMonth = chunk.getByRole('listitem').filter({ hasText: lastMonth.toISOString().slice(0, 10) });
  looks.push(...(await lookHere(page, 'an entry of usage in the ledger')));
  await keys.enter(ofLastMonth.getByRole('link', { name: 'copy' }));
  await dashboard.head('copy');
  await dashboard.shows(dayOf(lastMonth), 'fay@example.com');

  // Voided by hand, and another one by a program: five copies cost less than the cap.
  await dashboard.choose('More actions', 'Void event');
  await keys.fill(page.getByLabel('Reason'), 'Made for a test');
  await keys.enter(page.getByRole('dialog').getByRole('button', { name: 'Void event' }));
  await dashboard.shows('Voided', 'Made for a test');
  const [newest] = (await seller.events.list({ name: 'copy', customerId, limit: 1 })).result.items;
  const voided = await page.evaluate(async (id) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ reason: 'Made for a test, too' });
    return (await fetch(`/v1/events/${id}/void`, { method: 'POST', headers, body })).status;
  }, newest!.id);
  expect(voided).toBe(200);
  await app.runtime.settled();
  await page.goto(`/${slug}/customers/${customerId}`);
  await dashboard.row('Account in USD', 'Billed usage was voided', '0.25').waitFor();
  looks.push(...(await lookHere(page, 'the account of a customer')));
  await keys.enter(content.getByRole('link', { name: 'Billed usage was voided' }));
  await page.waitForURL((url) => url.pathname.endsWith(orders[0]!.id));
  const receipt = content.getByRole('region', { name: 'Order', exact: true });
  await receipt.getByText('Credited for voided usage').waitFor();
  await keys.enter(amounts.getByRole('button', { name: 'Credited for voided usage' }));
  await amounts.getByRole('link', { name: 'copy and 1 more, voided' }).waitFor();
  await amounts.getByRole('link', { name: 'The customer’s account' }).waitFor();
  looks.push(...(await lookHere(page, 'an order that was credited')));
  await keys.enter(amounts.getByRole('link', { name: 'copy and 1 more, voided' }));
  await dashboard.shows('Voided', 'Made for a test, too');
  const { token } = await seller.customerSessions.create({ customerId });
  await page.goto(`/${slug}/portal/orders/${orders[0]!.id}?customer_session_token=${token}`);
  await page.getByText(/^Credited for voided usage/).waitFor();
  await page.getByText('-$0.25', { exact: true }).waitFor();
  looks.push(...(await glance(page, 'a credited order in the portal')));
  expect([...looks, ...complaints]).toEqual([]);
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

async function payFramed(frame: FrameLocator): Promise<void> {
  await frame.getByLabel('E-mail').fill('kim@example.com');
  await frame.getByLabel('Name').fill('Kim Buyer');
  await frame.getByLabel('Country').selectOption('Germany');
  await frame.getByRole('button', { name: 'Pay $4.50' }).click();
}

async function subscribe(till: Till, name: string): Promise<void> {
  await till.fill({ email: `${name}@example.com`, name: 'A Buyer', country: 'Germany' });
  await till.card('A card that pays');
  await till.pay('Subscribe for $19.00 a month');
}

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
  for (const [area, text] of empty) {
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
  await page.setViewportSize({ width: 1280, height: 800 });
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

/** Buttons that change nothing on the server, or only the user's own membership. */
const HARMLESS =
  /^(Copy|Show$|Live$|Meter:|Benefit:|Customer:|Name:|Product:|Download (invoice|credit note) |(More|Saved|Clear) filters$|Columns$|Go to the last page$|As numbers|Explain$|Next$|Close$|Send the link$|Not now$|Leave the organization$)/;

/** Actions that are offered but refused, and every error response on the way, one line each. */
async function refusedOn({ page, keys }: Window, screens: readonly Screen[]): Promise<string[]> {
  const refused: string[] = [];
  const asked = new Set<unknown>();
  page.on('request', (request) => asked.add(request));
  const isOver = (request: unknown) => asked.delete(request);
  page.on('requestfinished', isOver);
  page.on('requestfailed', isOver);
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(`${page.url()}: 403 of ${answer.url()}`);
  });
  // The stream of changes would never end.
  await page.route(/\/api\/dashboard\/changes/, (route) => route.fulfill({ status: 204 }));
  for (const [path, text] of screens) {
    await walkTo(page, path);
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    await settled(page);
    await until(() => asked.size === 0, `the requests of ${path}`);
    const content = page.locator('#content, [role=dialog]');
    const links = await content.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const href of links) if (RESERVED.test(href ?? '')) refused.push(`${path}: a link to ${href}`);
    // Buttons in a table's head sort it, and others open what the page holds already.
    const acting = content.locator('button:enabled:not(th button, [aria-expanded]:not([aria-haspopup]))');
    const buttons = await acting.evaluateAll((all) =>
      all.map((button) => button.getAttribute('aria-label') ?? ('innerText' in button ? button.innerText : '')),
    );
    const offered = [...(await commandsHere(page, keys)), ...buttons];
    refused.push(...offered.filter((name) => !HARMLESS.test(name)).map((name) => `${path}: ${name}`));
  }
  return refused;
}

/** The palette's commands for this page, except links. */
async function commandsHere(page: Page, keys: Keys): Promise<string[]> {
  await keys.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.locator(':focus').waitFor();
  const commands = await palette
    .getByRole('group', { name: /^(This page|Create)$/ })
    .getByRole('option')
    .allInnerTexts();
  await keys.dismiss(palette);
  return commands;
}

const empty = [
  ['Products', 'What do you sell?'],
  ['Benefits', 'What do buyers get beyond the product?'],
  ['Custom fields', 'What else do you need to know of buyers?'],
  ['Checkouts', 'No checkouts yet'],
  ['Orders', 'No orders yet'],
  ['Subscriptions', 'No subscriptions yet'],
  ['Customers', 'No customers yet'],
  ['Webhooks', 'No endpoints yet'],
  ['Access tokens', 'No access tokens yet'],
] as const;

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

/** From the overview to an entry, a tax line and its order, and to a payment. */
/** Nora's, of a subscription for $12.00 a month. */
async function trial({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}/customers`);
  await dashboard.open(dashboard.row('customers', 'nora@example.com'));
  await dashboard.head('Nora Buyer');
  await dashboard.shows('$12.00 before tax, when the trial ends');
  expect(await glance(page, 'a customer with a trial')).toEqual([]);
  await keys.enter(page.getByRole('definition').filter({ hasText: 'when the trial ends' }).getByRole('link'));
  await page.getByRole('heading', { name: 'First charge' }).waitFor();
  await dashboard.shows(/^The trial ends on /);
  expect(await glance(page, 'a subscription in its trial')).toEqual([]);
  expect(complaints).toEqual([]);
}

async function finances({ page, keys, complaints }: Window, { slug }: BrowserShop): Promise<void> {
  const dashboard = new Dashboard(keys);
  await page.goto(`/${slug}`);
  await dashboard.goTo('Finance');
  await keys.enter(page.getByRole('link', { name: '-$1.00' }));
  await dashboard.head('Sales and refunds');
  await dashboard.shows('1 entry · -$1.00');
  await dashboard.goTo('Finance');
  await dashboard.open(dashboard.row('Taxes in USD', 'No tax'));
  await dashboard.head('Taxes');
  await dashboard.open(dashboard.row('tax lines', 'dora@example.com', 'Refund', '-1.00'));
  await dashboard.head(/^Order /);
  await dashboard.shows(/^INV-\d{4}-\d{5}$/, /^CN-\d{4}-\d{5}$/, 'Invoice issued', 'Credit note issued');
  expect(await glance(page, 'an order with an invoice and a credit note')).toEqual([]);
  await dashboard.goTo('Payments');
  await dashboard.open(dashboard.row('payments', 'dora@example.com', '4.50'));
  await dashboard.head('Payment of $4.50');
  await dashboard.shows('This one', /and \$1\.00 of it refunded/);
  expect(complaints).toEqual([]);
}
