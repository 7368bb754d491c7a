import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { GIVEN_SCOPES } from '../../src/app/http/callers/scopes.ts';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { polar } from '../support/sellers.ts';
import { describeWith } from '../support/servers.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { StripeDouble } from '../support/stripe/double.ts';
import { CARDS, standInForStripe } from '../support/stripe/script.ts';
import { Till } from './till.ts';

describeWith(missingChromium, "Stripe's fields", () => {
  let shop: Shop;
  let double: StripeDouble;
  let browser: Browser;
  beforeAll(async () => {
    ensureWeb();
    double = await StripeDouble.start();
    shop = await openShop({ env: double.env });
    double.program = shop.url;
    browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await double.stop();
  });

  it(
    'take a card at a checkout after a decline, and one that the bank wants confirmed',
    async () => {
      const { id } = await shop.product({ amount: 2_000, name: 'Atlas' });
      await inWindow(browser, shop, (window) => payAt(window, id));
    },
    JOURNEY_MS,
  );

  it(
    'save a card in the portal, and one that the bank wants confirmed',
    async () => {
      const { cookie } = await signUp(shop);
      const { id } = await createOrganization(shop, cookie, { name: 'Atlas' });
      const seller = polar(shop.url, (await tokenOf(shop, cookie, id, ...GIVEN_SCOPES)).token);
      const { id: customerId } = await seller.customers.create({ email: 'bo@example.com' });
      const { customerPortalUrl, token } = await seller.customerSessions.create({ customerId });
      const saved = async () => {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${shop.url}/v1/customer-portal/customers/me/payment-methods/`, { headers });
        return ((await answer.json()) as { items: object[] }).items.length;
      };
      await inWindow(browser, shop, (window) => addCards(window, customerPortalUrl, saved));
    },
    JOURNEY_MS,
  );

  async function payAt({ page, keys, complaints }: Window, productId: string): Promise<void> {
    const asked = await standInForStripe(page, double);
    const till = new Till(keys);
    const card = page.getByLabel('Card number');
    const open = async () => {
      const { url } = await shop.seller.checkouts.create({ products: [productId] });
      await page.goto(url);
      await till.fill({ email: `buyer${asked.length}@example.com`, name: 'Bo Buyer', country: 'Germany' });
      await card.waitFor();
    };
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').waitFor();
    expect(asked).toEqual([]);

    await open();
    await till.pay('Pay $20.00');
    await page.getByText('Your card number is incomplete.').waitFor();
    await keys.fill(card, CARDS.hasNoFunds);
    await till.pay('Pay $20.00');
    await page.getByText('Your card has insufficient funds.').waitFor();
    await keys.fill(card, CARDS.pays);
    await till.pay('Pay $20.00');
    await page.getByRole('heading', { name: 'Paid $20.00' }).waitFor();
    expect(await page.evaluate('window.sentToStripe.payment_method_data.billing_details')).toMatchObject({
      name: 'Bo Buyer',
      address: { country: 'DE' },
    });

    await open();
    await keys.fill(card, CARDS.asksTheBank);
    await till.pay('Pay $20.00');
    await page.getByRole('heading', { name: 'Paid $20.00' }).waitFor();
    const hosts = new Set(asked.map((url) => new URL(url).host));
    expect([...hosts].toSorted()).toEqual(['api.stripe.com', 'js.stripe.com']);
    // The refusal of a payment is the only one; nothing was blocked by the page's policy.
    expect(complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
  }

  /** Stripe's double has one card, which the portal lists once. */
  async function addCards(
    { page, keys, complaints }: Window,
    portal: string,
    saved: () => Promise<number>,
  ): Promise<void> {
    await standInForStripe(page, double);
    await page.goto(portal);
    await keys.enter(page.getByRole('link', { name: 'Payment and details' }));
    for (const [count, number] of [CARDS.pays, CARDS.asksTheBank].entries()) {
      await keys.enter(page.getByRole('button', { name: 'Add payment method' }));
      await keys.fill(page.getByLabel('Card number'), number);
      await keys.enter(page.getByRole('button', { name: 'Save payment method' }));
      await page.getByRole('button', { name: /^Remove/ }).waitFor();
      await page.getByRole('button', { name: 'Add payment method' }).waitFor();
      expect(await saved()).toBe(count + 1);
    }
    expect(complaints).toEqual([]);
  }
});
