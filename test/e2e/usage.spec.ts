import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { DESK, inWindow, JOURNEY_MS, missingChromium, type Window } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { Dashboard } from './dashboard.ts';
import { glance, lookHere } from './looks.ts';
import { shopInBrowser, type BrowserShop } from './shop.ts';

describeWith(missingChromium, 'usage on the screens', () => {
  const at = shopInBrowser();

  it(
    'put on sale what a meter counts, and ask its buyers for a custom field, by keyboard alone',
    () => inWindow(at.browser, at.shop, (window) => sellByUsage(window, at.shop)),
    JOURNEY_MS,
  );

  it(
    'send a test event, show the same request for a program, and open the event in the list',
    () => inWindow(at.browser, at.shop, (window) => usageEvents(window, at.shop)),
    JOURNEY_MS,
  );

  it(
    'create a meter, and open what it counts on a subscription, an order and in the ledger down to the events',
    () => inWindow(at.browser, at.shop, (window) => meteredBill(window, at.shop)),
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
  await dashboard.shows('$9.00 a month + Sheets printed at $0.05 each', 'Grain', 'Required');
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

  await page.setViewportSize(DESK);
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
  await usage.getByText('$0.25 each').waitFor();
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
  await figure('Next charge').getByText('$1.00 with usage so far').waitFor();

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

  await page.goto(`/${slug}/events?show=all`);
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
  await page.getByText('−$0.25', { exact: true }).waitFor();
  looks.push(...(await glance(page, 'a credited order in the portal')));
  expect([...looks, ...complaints]).toEqual([]);
}
