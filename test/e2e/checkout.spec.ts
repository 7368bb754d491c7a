import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { inWindow, JOURNEY_MS, missingChromium } from '../support/browser.ts';
import { describeWith } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { startSellerSite, type SellerSite } from './seller-site.ts';
import { shopInBrowser } from './shop.ts';
import { Till } from './till.ts';

describeWith(missingChromium, 'the checkout on the screens', () => {
  const at = shopInBrowser();
  let site: SellerSite;
  beforeAll(async () => void (site = await startSellerSite()));
  afterAll(() => site.close());

  it(
    'keep the form when a card is declined, and accept the next card',
    async () => {
      const { id, clientSecret } = await at.shop.open(at.shop.ruler.id);
      await inWindow(at.browser, at.shop.app, ({ page, keys }) =>
        declined(page, new Till(keys), `/checkout/${clientSecret}`),
      );
      await at.shop.app.runtime.settled();
      const { result } = await at.shop.seller.orders.list({ checkoutId: id });
      expect(result.items.map(({ netAmount }) => netAmount)).toEqual([450]);
    },
    JOURNEY_MS,
  );

  it(
    'show after a payment what was bought, and when the next charge is due',
    async () => {
      const { id, clientSecret } = await at.shop.open(at.shop.club.id);
      await inWindow(at.browser, at.shop.app, async ({ page, keys, complaints }) => {
        await page.goto(`/checkout/${clientSecret}/confirmation`);
        await page.waitForURL(`/checkout/${clientSecret}`);
        await subscribe(new Till(keys), 'gerda');
        await page.waitForURL(`/checkout/${clientSecret}/confirmation`);
        const title = page.getByRole('heading', { level: 1, name: 'Paid $19.00' });
        await title.and(page.locator(':focus')).waitFor();
        await page.reload();
        await title.waitFor();
        await at.shop.app.runtime.settled();
        const { items } = (await at.shop.seller.subscriptions.list({})).result;
        const { currentPeriodEnd } = items.find(({ checkoutId }) => checkoutId === id)!;
        const charge = new RegExp(
          `^${currentPeriodEnd!.getUTCDate()} \\w+ \\d+: \\$19\\.00 before tax, then every month$`,
        );
        for (const text of ['Paper club is yours.', 'Free postage', 'Sent to gerda@example.com', charge])
          await page.locator('#content').getByText(text).waitFor();
        expect(complaints).toEqual([]);
      });
    },
    JOURNEY_MS,
  );

  it(
    'lead to the success_url after a payment that settles later, and back after a declined one',
    async () => {
      const successUrl = `${site.origin}/thanks?checkout={CHECKOUT_ID}`;
      const { id, clientSecret } = await at.shop.open(at.shop.ruler.id, { successUrl });
      await inWindow(at.browser, at.shop.app, async ({ page, keys, complaints }) => {
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
      const { id, url } = await at.shop.open(at.shop.club.id, { embedOrigin: site.origin, successUrl });
      await inWindow(at.browser, at.shop.app, async ({ page, complaints, context }) => {
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
      const { id, clientSecret } = await at.shop.open(await at.shop.patronage());
      await at.shop.seller.discounts.create({
        name: 'Merci',
        type: 'percentage',
        duration: 'once',
        basisPoints: 1000,
        code: 'MERCI',
      });
      await inWindow(at.browser, at.shop.app, async ({ page, keys }) => {
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
        await bill.getByText('−$2.00').waitFor();
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
      await at.shop.app.runtime.settled();
      const { result } = await at.shop.seller.orders.list({ checkoutId: id });
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
      const { url: returning, id } = await at.shop.open(at.shop.ruler.id, { embedOrigin: site.origin, successUrl });
      const { url } = await at.shop.open(at.shop.ruler.id, { embedOrigin: site.origin });
      const wrong: string[] = [];
      await inWindow(at.browser, at.shop.app, async ({ page, complaints }) => {
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
});

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
