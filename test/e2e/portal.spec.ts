import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { Browser, Page } from 'playwright-core';
import { GIVEN_SCOPES } from '../../src/app/http/callers/scopes.ts';
import { Commands } from '../../src/app/commands.ts';
import { CreateBenefit } from '../../src/features/billing/benefits/benefit.commands.ts';
import { UpdateProductBenefits } from '../../src/features/billing/products/product.commands.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { startContext } from '../../src/kernel/writing/command.ts';
import { createOrganization, signUp, tokenOf } from '../support/accounts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, inWindow, JOURNEY_MS, launchChromium, missingChromium, type Window } from '../support/browser.ts';
import { polar } from '../support/sellers.ts';
import { testPlatforms, type TestPlatform } from '../support/test-platforms.ts';
import { uploadFile } from '../support/uploads.ts';
import { describeWith } from '../support/servers.ts';
import { lookHere } from './looks.ts';
import { Till } from './till.ts';

const TITLE = 'Your purchases from Papier & Söhne';

/** The customer's own pages (docs/BILLING.md#customer-portal). */
describeWith(missingChromium, 'the portal', () => {
  let app: TestApp;
  let browser: Browser;
  let seller: Polar;
  let organizationId: string;
  let slug: string;
  /** A monthly plan of 10.00 that gives a license key and a note; the other costs 30.00. */
  let small: string;
  let discord: TestPlatform;
  let restore: () => void;
  beforeAll(async () => {
    ensureWeb();
    app = await startApp({ at: '2026-01-31T10:00:00.000Z' });
    ({ discord, restore } = testPlatforms(app));
    browser = await launchChromium();
    const { cookie } = await signUp(app);
    ({ id: organizationId, slug } = await createOrganization(app, cookie, { name: 'Papier & Söhne' }));
    seller = polar(app.url, (await tokenOf(app, cookie, organizationId, ...GIVEN_SCOPES)).token);
    const plan = (name: string, priceAmount: number) =>
      seller.products.create({ name, recurringInterval: 'month', prices: [{ amountType: 'fixed', priceAmount }] });
    ({ id: small } = await plan('Reader', 1_000));
    await plan('Studio', 3_000);
    const note = await seller.benefits.create({
      type: 'custom',
      description: 'Letters by post',
      properties: { note: 'The first one comes in March.' },
    });
    const key = await seller.benefits.create({
      type: 'license_keys',
      description: 'Desktop app',
      properties: { activations: { limit: 2, enableCustomerAdmin: true } },
    });
    const about = { service: 'downloadable', name: 'handbook.pdf', mime_type: 'application/pdf' };
    const owner = { organization_id: organizationId };
    const file = await uploadFile(app.url, { cookie }, { ...owner, ...about }, Buffer.from('Hello'));
    const files = await seller.benefits.create({
      type: 'downloadables',
      description: 'Handbook',
      properties: { files: [file.id] },
    });
    const productBenefitsUpdate = { benefits: [note.id, key.id, files.id] };
    await seller.products.updateBenefits({ id: small, productBenefitsUpdate });
  }, JOURNEY_MS);
  afterAll(async () => {
    restore();
    await browser.close();
    await app.close();
  });

  async function buy(customerEmail: string, confirmationTokenId = 'ctoken_ok'): Promise<void> {
    const { clientSecret } = await seller.checkouts.create({ products: [small] });
    const buyer = { customerName: 'Bo', customerEmail, customerBillingAddress: { country: 'DE' as const } };
    await seller.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: { ...buyer, confirmationTokenId } });
    await app.runtime.settled();
  }

  async function codeFor(email: string, kind = 'portal-code'): Promise<string> {
    await app.runtime.settled();
    const query = new URLSearchParams({ to: email, kind });
    const mails = (await (await fetch(`${app.url}/sandbox/outbox?${query}`)).json()) as { token: string }[];
    return mails.at(-1)!.token;
  }

  it(
    'lets a customer in with a code, and look after what they bought, on every screen and by keyboard',
    () => inWindow(browser, app, (window) => wholeVisit(window)),
    JOURNEY_MS,
  );

  it(
    'lets a customer link Discord to join, use another account, and unlink it',
    () => inWindow(browser, app, (window) => linkedVisit(window)),
    JOURNEY_MS,
  );

  it(
    'shows customers what they have used, and what it comes to',
    () => inWindow(browser, app, (window) => usageVisit(window)),
    JOURNEY_MS,
  );

  async function usageVisit({ page, keys, complaints }: Window): Promise<void> {
    const meterOf = (name: string) =>
      seller.meters.create({
        name,
        filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: name }] },
        aggregation: { func: 'count' },
      });
    const [pages, calls] = [await meterOf('Pages'), await meterOf('Calls')];
    const priceOf = (meterId: string, unitAmount: string, capAmount: number | null) =>
      ({ amountType: 'metered_unit', meterId, unitAmount, capAmount, priceCurrency: 'eur' }) as const;
    const { id: productId } = await seller.products.create({
      name: 'Press',
      recurringInterval: 'month',
      prices: [
        { amountType: 'fixed', priceAmount: 1_000, priceCurrency: 'eur' },
        priceOf(pages.id, '10', null),
        priceOf(calls.id, '2.5', 50),
      ],
    });
    const { id: credit } = await seller.benefits.create({
      type: 'meter_credit',
      description: '100 pages',
      properties: { meterId: pages.id, units: 100, rollover: false },
    });
    await seller.products.updateBenefits({ id: productId, productBenefitsUpdate: { benefits: [credit] } });
    const { id: customerId } = await seller.customers.create({ email: 'uma@example.com' });
    const { clientSecret } = await seller.checkouts.create({ products: [productId], customerId });
    const buyer = { customerName: 'Uma', customerBillingAddress: { country: 'DE' as const } };
    const confirmed = { ...buyer, confirmationTokenId: 'ctoken_ok' };
    await seller.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: confirmed });
    await app.runtime.settled();
    const use = (name: string, times: number) =>
      seller.events.ingest({ events: Array.from({ length: times }, () => ({ name, customerId })) });
    await use('Pages', 40);
    await use('Calls', 30);
    await app.runtime.settled();
    const { token } = await seller.customerSessions.create({ customerId });

    await page.goto(`/${slug}/portal?customer_session_token=${token}`);
    await page.getByText('100 units, credited on 31 Jan 2026.').waitFor();
    await keys.enter(page.getByRole('link', { name: 'Usage', exact: true }));
    await head(page, 'Usage');
    const row = (text: string) => page.locator('#content li').filter({ hasText: text });
    await row('Pages').getByText('40 of 100 used').waitFor();
    await row('Pages').getByText('60 left').waitFor();
    await row('Calls').getByText('30 used').waitFor();
    await row('Calls').getByText('€0.50').waitFor();
    await row('The most for a period').getByText('Calls').waitFor();
    await page.locator('#content').getByText('€10.50 on').waitFor();
    const looks = await lookHere(page, 'usage');
    // By itself.
    await use('Pages', 70);
    await row('Pages').getByText('110 of 100 used').waitFor();
    await page.locator('#content').getByText('€11.50 on').waitFor();
    await keys.enter(page.getByRole('link', { name: 'What it is made of' }));
    await head(page, 'Press');
    expect([...looks, ...complaints]).toEqual([]);
  }

  async function linkedVisit({ page, keys, complaints }: Window): Promise<void> {
    const benefitId = newUuid();
    const properties = { type: 'discord' as const, guildId: 'club', roleId: 'members' };
    const context = { ...startContext({ kind: 'system', id: 'spec' }, app.clock), organizationId };
    const commands = app.app.get(Commands);
    const club = { benefitId, organizationId, description: 'The club', properties, metadata: {} };
    await commands.execute(new CreateBenefit(club, context));
    const { id: productId } = await seller.products.create({
      name: 'Club',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    await commands.execute(new UpdateProductBenefits({ productId, benefitIds: [benefitId] }, context));
    const { id: customerId } = await seller.customers.create({ email: 'cy@example.com' });
    const { clientSecret } = await seller.checkouts.create({ products: [productId], customerId });
    const buyer = { customerName: 'Cy', customerBillingAddress: { country: 'DE' as const } };
    await seller.checkouts.clientConfirm({ clientSecret, checkoutConfirmStripe: buyer });
    await app.runtime.settled();
    const { token } = await seller.customerSessions.create({ customerId });
    let account = 'cy';
    await page.route('https://discord.example/**', (route) => {
      const { searchParams } = new URL(route.request().url());
      const back = new URLSearchParams({ code: account, state: searchParams.get('state')! });
      return route.fulfill({ status: 302, headers: { location: `${searchParams.get('redirect_uri')}?${back}` } });
    });
    const press = (name: string) => keys.enter(page.getByRole('button', { name, exact: true }));
    const shows = (text: string | RegExp) => page.locator('#content').getByText(text).first().waitFor();
    const looks: string[] = [];
    const grants = `${app.url}/v1/customer-portal/benefit-grants?type=discord`;

    await page.goto(`/${slug}/portal?customer_session_token=${token}`);
    await shows('It is given to your Discord account.');
    await press('Link Discord to join');
    await page.waitForURL('**/portal/settings');
    await page.getByRole('button', { name: 'Unlink cy' }).waitFor();
    account = 'cy-two';
    await press('Link another');
    await page.getByRole('button', { name: 'Unlink cy-two' }).waitFor();
    looks.push(...(await lookHere(page, 'linked accounts')));
    await keys.enter(page.getByRole('link', { name: 'Overview' }).first());
    await shows('as cy.');
    await press('Use cy-two instead');
    await shows('as cy-two.');
    looks.push(...(await lookHere(page, 'a benefit that is joined')));
    await app.runtime.settled();
    expect([...discord.has]).toEqual(['id-cy-two club/members']);
    await page.goto(`/${slug}/portal/settings?error=account_taken`);
    await shows('Another customer has linked this account.');
    for (const name of ['Unlink cy-two', 'Unlink cy']) {
      const before = await page.request.get(grants, { headers: { authorization: `Bearer ${token}` } });
      // The first look is earlier than the work.
      await page.route(/benefit-grants/, async (route) => route.fulfill({ response: before }), { times: 1 });
      await press(name);
      await press('Unlink');
      await page.getByRole('button', { name, exact: true }).waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Link Discord', exact: true }).waitFor();
    await shows('Waiting for it: The club');
    await app.runtime.settled();
    expect([...discord.has]).toEqual([]);
    expect([...looks, ...complaints]).toEqual([]);
  }

  async function wholeVisit({ page, keys, complaints }: Window): Promise<void> {
    const email = 'bo@example.com';
    await buy(email);
    const looks: string[] = [];
    const look = async (name: string) => looks.push(...(await lookHere(page, name)));
    const press = (name: string | RegExp) => keys.enter(page.getByRole('button', { name, exact: true }));
    const follow = (name: string | RegExp) => keys.enter(page.getByRole('link', { name }).first());
    // Nothing is chosen before.
    const choose = async (label: string) => {
      await keys.reach(page.getByLabel(label));
      await keys.press('Space');
    };
    const shows = (text: string | RegExp) => page.locator('#content').getByText(text).first().waitFor();

    await page.goto(`/${slug}/portal`);
    await head(page, TITLE);
    await look('the sign-in');
    await keys.fill(page.getByLabel('E-mail'), email);
    await press('Send code');
    await page.getByLabel('Code').waitFor();
    await keys.fill(page.getByLabel('Code'), 'WRONG2');
    await press('Sign in');
    await shows('This code is wrong or has expired.');
    await keys.fill(page.getByLabel('Code'), await codeFor(email));
    await press('Sign in');
    await head(page, 'Your purchases');
    await shows(`Signed in as ${email}.`);
    await shows('It renews on 28 Feb 2026');
    await shows('The first one comes in March.');
    await shows('Active on 0 of 2 devices.');
    const key = (await page.locator('#content code').textContent())!;
    await seller.customerPortal.licenseKeys.activate({ key, organizationId: organizationId, label: 'Desk' });
    // As long as if each benefit were a hundred.
    await page.route('**/customer-portal/benefit-grants?*', (route) =>
      route.continue({ url: route.request().url().replace('limit=100', 'limit=1') }),
    );
    await page.reload();
    const rows = page.locator('#content').getByRole('heading', { level: 3 });
    for (const shown of [1, 2]) {
      await rows.nth(shown - 1).waitFor();
      expect(await rows.count()).toBe(shown);
      await press('Show more of what you get');
    }
    await rows.nth(2).waitFor();
    expect(await page.getByRole('button', { name: /^Show more/ }).count()).toBe(0);
    await shows('Active on 1 of 2 devices.');
    await look('the overview');
    const download = page.waitForEvent('download');
    await follow('handbook.pdf');
    expect((await download).suggestedFilename()).toBe('handbook.pdf');
    await press('Release Desk');
    await press('Release');
    await shows('Active on 0 of 2 devices.');

    await follow('Orders');
    await head(page, 'Orders');
    await look('the orders');
    await follow(/Reader/);
    await head(page, 'Reader');
    await shows('$10.00');
    const invoice = page.waitForEvent('download');
    await press(/^Download invoice INV-2026-/);
    expect((await invoice).suggestedFilename()).toMatch(/\.pdf$/);
    await look('an order');

    await follow('Overview');
    await follow(/^Reader/);
    await shows('It renews on 28 Feb 2026 for $10.00.');
    await choose('Studio');
    await page.getByRole('group', { name: 'What it costs' }).getByText('$50.00').first().waitFor();
    await look('a change of plan');
    await press('Keep Reader');
    await press('Cancel subscription');
    await keys.choose(page.getByLabel('Reason'), 'Too expensive');
    await look('the question before canceling');
    await press('Keep Reader');
    await press('Cancel subscription');
    await keys.choose(page.getByLabel('Reason'), 'Too expensive');
    await press('Cancel at period end');
    await shows('It ends on 28 Feb 2026. You are not charged again.');
    await press('Keep Reader');
    await shows('It renews on 28 Feb 2026 for $10.00.');
    await choose('Studio');
    await press('Change to Studio');
    await head(page, 'Studio');

    await follow('Payment and details');
    await shows('Visa ending in 4242');
    await press('Add payment method');
    await keys.pick(page.getByLabel('Declined', { exact: true }));
    await press('Save payment method');
    await page
      .getByRole('alert')
      .filter({ hasText: /declined/i })
      .waitFor();
    await look('a declined card');
    await keys.pick(page.getByLabel('Pays once, declined on renewal'));
    await press('Save payment method');
    await page
      .getByRole('button', { name: /^Remove/ })
      .nth(1)
      .waitFor();
    await keys.enter(page.getByRole('button', { name: /^Remove/ }).nth(1));
    await press('Remove');
    await page
      .getByRole('button', { name: /^Remove/ })
      .nth(1)
      .waitFor({ state: 'detached' });
    await press('Change details');
    await keys.fill(page.getByLabel('Name'), 'Bo & Sons');
    await keys.fill(page.getByLabel('Tax ID'), 'nonsense');
    await press('Save details');
    await shows('Invalid tax ID for the country of the billing address.');
    await look('billing details');
    await keys.fill(page.getByLabel('Tax ID'), '123456788');
    await press('Save details');
    await shows('DE123456788');
    const data = page.waitForEvent('download');
    await press('Download your data');
    expect((await data).suggestedFilename()).toBe('my-data.json');

    await press('Change e-mail');
    await keys.fill(page.getByLabel('New e-mail'), 'bo@elsewhere.example.com');
    await press('Send code');
    const field = page.getByLabel('Code');
    await field.waitFor();
    const code = await codeFor('bo@elsewhere.example.com', 'portal-email-code');
    await keys.fill(field, code);
    // A key that a busy browser has dropped would look like a wrong code.
    expect(await field.inputValue()).toBe(code);
    await press('Change e-mail');
    await page.getByRole('definition').filter({ hasText: 'bo@elsewhere.example.com' }).waitFor();
    await press('Ask to be erased');
    await page.getByRole('button', { name: 'Withdraw request' }).waitFor();
    await look('payment and details');

    await press('Sign out');
    await head(page, TITLE);
    await page.goBack();
    await head(page, TITLE);
    expect(looks).toEqual([]);
    // The refusals of the code, the card and the tax id are the only ones.
    expect(complaints.map((text) => /status of (\d+)/.exec(text)?.[1] ?? text)).toEqual(['401', '400', '422']);
  }

  it(
    'opens from the confirmation of a purchase without a code',
    () =>
      inWindow(browser, app, async ({ page, keys, complaints }) => {
        const { url } = await seller.checkouts.create({ products: [small] });
        await page.goto(url);
        const till = new Till(keys);
        await till.fill({ email: 'nia@example.com', name: 'Nia', country: 'Germany' });
        await till.card('A card that pays');
        await till.pay('Subscribe for $10.00 a month');
        await keys.enter(page.getByRole('link', { name: /^See all your purchases/ }));
        await head(page, 'Your purchases');
        await page.getByText('Signed in as nia@example.com.').waitFor();
        expect(complaints).toEqual([]);
      }),
    JOURNEY_MS,
  );

  it(
    'takes the session of a link out of the address, and says on every page that a card fails',
    () => inWindow(browser, app, (window) => failingVisit(window)),
    JOURNEY_MS,
  );

  async function failingVisit({ page, complaints }: Window): Promise<void> {
    await buy('fay@example.com', 'ctoken_renewal_declined');
    const customers = await seller.customers.list({ email: 'fay@example.com' });
    app.clock.set('2026-03-01T10:00:00.000Z');
    await app.runtime.ticker.tick();
    await app.runtime.settled();
    const customerId = customers.result.items[0]!.id;
    const { customerPortalUrl, token } = await seller.customerSessions.create({ customerId });
    await page.goto(customerPortalUrl);
    await head(page, 'Your purchases');
    expect(page.url()).toBe(`${app.url}/${slug}/portal`);
    const failure = page.getByRole('region', { name: 'Failed payments' });
    await failure.getByText('Its last payment failed.').waitFor();
    expect(await lookHere(page, 'a failing card')).toEqual([]);
    for (const [link, title] of [
      ['Orders', 'Orders'],
      ['Payment and details', 'Payment and details'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await head(page, title);
      await failure.waitFor();
    }
    await page.getByRole('button', { name: 'Add payment method' }).click();
    await page.getByLabel('A card that pays').check();
    await page.getByRole('button', { name: 'Save payment method' }).click();
    await failure.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(token);
    // The session is this tab's alone.
    const other = await page.context().newPage();
    await other.goto(`/${slug}/portal/settings`);
    await head(other, TITLE);
    expect(complaints).toEqual([]);
  }
});

function head(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
