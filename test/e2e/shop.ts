import { afterAll, beforeAll } from '@jest/globals';
import type { CheckoutCreate } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import { GIVEN_SCOPES } from '../../src/app/http/callers/scopes.ts';
import { createOrganization, post, signUp, tokenOf } from '../support/accounts.ts';
import type { Browser } from 'playwright-core';
import { startApp, type TestApp } from '../support/app.ts';
import { ensureWeb, JOURNEY_MS, launchChromium } from '../support/browser.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { polar } from '../support/sellers.ts';
import { uploadFile, uploadPicture } from '../support/uploads.ts';

const CUSTOMERS = 28;

/** A seller's organization with entries in every list, created over HTTP; its pages are below `/{slug}`. */
export async function openShop(app: TestApp, receiverUrl: string) {
  const { cookie } = await signUp(app, { name: 'Cleo Seller' });
  const { id: organizationId, slug } = await createOrganization(app, cookie, { name: 'Papier & Söhne' });
  const { slug: emptySlug } = await createOrganization(app, cookie, { name: 'Leer' });
  const { token } = await tokenOf(app, cookie, organizationId, ...GIVEN_SCOPES);
  const seller = polar(app.url, token);
  // The official client has no webhooks.
  const added = { url: receiverUrl, format: 'raw', events: ['order.paid'], organization_id: organizationId };
  const endpoint = (await (await post(app, '/v1/webhooks/endpoints', added, cookie)).json()) as { id: string };

  const benefit = await seller.benefits.create({
    type: 'custom',
    description: 'Free postage',
    properties: { note: 'Say so' },
  });
  const club = await seller.products.create({
    name: 'Paper club',
    description: 'A ream a month.',
    recurringInterval: 'month',
    prices: [{ amountType: 'fixed', priceAmount: 1900 }],
  });
  const picture = await uploadPicture(app.url, { cookie }, { organization_id: organizationId });
  await seller.products.update({ id: club.id, productUpdate: { medias: [picture.id] } });
  await seller.products.updateBenefits({ id: club.id, productBenefitsUpdate: { benefits: [benefit.id] } });
  const options = ['Fine', 'Coarse'].map((label) => ({ value: label.toLowerCase(), label }));
  const field = await seller.customFields.create({
    type: 'select',
    slug: 'grain',
    name: 'Grain',
    properties: { formHelpText: 'As you like to write.', options },
  });
  await seller.organizations.update({
    id: organizationId,
    organizationUpdate: { featureSettings: { usageBasedBillingEnabled: true } },
  });
  const sheets = { property: 'sheets', operator: 'gte' as const, value: 1 };
  const meter = await seller.meters.create({
    name: 'Sheets printed',
    filter: {
      conjunction: 'and',
      clauses: [
        { property: 'name', operator: 'eq', value: 'print' },
        { conjunction: 'or', clauses: [sheets, { ...sheets, property: 'test', operator: 'eq', value: false }] },
      ],
    },
    aggregation: { func: 'sum', property: 'sheets' },
  });
  await seller.events.ingest({ events: [{ name: 'print', externalCustomerId: 'walk-in', metadata: { sheets: 3 } }] });
  const plan = await seller.products.create({
    name: 'Print plan',
    recurringInterval: 'month',
    prices: [{ amountType: 'metered_unit', meterId: meter.id, unitAmount: '0.5', capAmount: 9000 }],
    attachedCustomFields: [{ customFieldId: field.id, required: true }],
    metadata: { shelf: 'B2' },
  });
  const ruler = await seller.products.create({
    name: 'Ruler',
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 450 }],
  });
  const about = { service: 'downloadable', mime_type: 'application/pdf', organization_id: organizationId };
  const upload = (name: string) => uploadFile(app.url, { cookie }, { ...about, name }, Buffer.from(name));
  const [templates, old] = [await upload('templates.pdf'), await upload('templates-2025.pdf')];
  const downloads = await seller.benefits.create({
    type: 'downloadables',
    description: 'Ruling templates',
    properties: { files: [templates.id, old.id], archived: { [old.id]: true } },
  });
  const licenses = await seller.benefits.create({
    type: 'license_keys',
    description: 'Ruling app',
    properties: { prefix: 'rule', activations: { limit: 2, enableCustomerAdmin: true }, limitUsage: 100 },
  });
  const given = { benefits: [downloads.id, licenses.id] };
  await seller.products.updateBenefits({ id: ruler.id, productBenefitsUpdate: given });
  const discount = await seller.discounts.create({
    name: 'Friends of paper',
    type: 'percentage',
    duration: 'once',
    basisPoints: 2000,
    code: 'PAPER20',
    maxRedemptions: 40,
    products: [club.id],
  });
  const rate = { country: 'FR', name: 'TVA', percent: '20', organization_id: organizationId };
  await post(app, '/api/dashboard/tax-rates', rate, cookie);
  for (let n = 1; n <= CUSTOMERS; n += 1) {
    await seller.customers.create({
      email: `customer-${String(n).padStart(2, '0')}@example.com`,
      name: `Customer ${n}`,
    });
  }

  /** A product at a price that its buyer chooses, who answers the seller's question. */
  async function patronage(): Promise<string> {
    const { id } = await seller.products.create({
      name: 'Patronage',
      description: 'For new type.',
      recurringInterval: null,
      prices: [{ amountType: 'custom', minimumAmount: 500, presetAmount: 1500 }],
      medias: [picture.id],
      attachedCustomFields: [{ customFieldId: field.id, required: true }],
    });
    return id;
  }

  /** A monthly product with a trial, which this version of the SDK does not know. */
  async function trial(): Promise<string> {
    const product = {
      name: 'Almanac',
      recurring_interval: 'month',
      prices: [{ amount_type: 'fixed', price_amount: 1_200 }],
      ...{ trial_interval: 'day', trial_interval_count: 14, organization_id: organizationId },
    };
    return ((await (await post(app, '/v1/products/', product, cookie)).json()) as { id: string }).id;
  }

  const open = (productId: string, more: Pick<CheckoutCreate, 'successUrl' | 'embedOrigin'> = {}) =>
    seller.checkouts.create({ products: [productId], ...more });
  async function sell(productId: string, name: string) {
    const { id, clientSecret } = await open(productId);
    await seller.checkouts.clientConfirm({
      clientSecret,
      checkoutConfirmStripe: {
        customerName: `${name} Buyer`,
        customerEmail: `${name.toLowerCase()}@example.com`,
        customerBillingAddress: { country: 'DE' },
        confirmationTokenId: 'ctoken_ok',
      },
    });
    await app.runtime.settled();
    return { id, clientSecret };
  }
  const paid = await sell(club.id, 'Dora');
  await sell(ruler.id, 'Dora');
  await sell(ruler.id, 'Emil');
  const [licenseKey] = (await seller.licenseKeys.list({})).result.items;
  await seller.customerPortal.licenseKeys.activate({
    ...{ key: licenseKey!.key, organizationId, label: 'Desk' },
    meta: { version: '2.1' },
  });

  async function deliveries(): Promise<{ id: string }[]> {
    const answer = await fetch(`${app.url}/v1/webhooks/deliveries?endpoint_id=${endpoint.id}`, { headers: { cookie } });
    return ((await answer.json()) as { items: { id: string }[] }).items;
  }

  /** Invites a new user who joins; returns their cookie. */
  async function member(): Promise<string> {
    const { email, cookie: theirs } = await signUp(app, { name: 'Mona Member' });
    const invitation = { email, role: 'member', organizationId };
    const invited = await post(app, '/api/auth/organization/invite-member', invitation, cookie);
    const { id: invitationId } = (await invited.json()) as { id: string };
    await post(app, '/api/auth/organization/accept-invitation', { invitationId }, theirs);
    return theirs;
  }

  return {
    app,
    url: app.url,
    cookie,
    member,
    organizationId,
    slug,
    emptySlug,
    seller,
    open,
    patronage,
    trial,
    deliveries,
    club,
    plan,
    ruler,
    benefit,
    downloads,
    licenseKey: licenseKey!,
    field,
    meter,
    discount,
    endpoint,
    paid,
  };
}

export type BrowserShop = Awaited<ReturnType<typeof openShop>>;

/** A shop and a browser for the tests of a file. */
export function shopInBrowser(): { readonly shop: BrowserShop; readonly browser: Browser } {
  let receiver: Receiver;
  const opened = {} as { shop: BrowserShop; browser: Browser };
  beforeAll(async () => {
    ensureWeb();
    receiver = await startReceiver();
    opened.shop = await openShop(await startApp(), receiver.url);
    opened.browser = await launchChromium();
  }, JOURNEY_MS);
  afterAll(async () => {
    await opened.browser.close();
    await opened.shop.app.close();
    await receiver.close();
  });
  return opened;
}
