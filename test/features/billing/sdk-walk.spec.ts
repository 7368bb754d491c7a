import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Polar } from '@polar-sh/sdk';
import { BenefitType } from '@polar-sh/sdk/models/components/benefittype.js';
import { BenefitCreate$outboundSchema } from '@polar-sh/sdk/models/components/benefitcreate.js';
import { CheckoutCreate$outboundSchema } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import { CustomerCreate$outboundSchema } from '@polar-sh/sdk/models/components/customercreate.js';
import { CustomerCancellationReason } from '@polar-sh/sdk/models/components/customercancellationreason.js';
import { CustomerPaymentMethodCreate$outboundSchema } from '@polar-sh/sdk/models/components/customerpaymentmethodcreate.js';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { CustomerPortalCustomerUpdate$outboundSchema } from '@polar-sh/sdk/models/components/customerportalcustomerupdate.js';
import { CustomFieldCreate$outboundSchema } from '@polar-sh/sdk/models/components/customfieldcreate.js';
import { DiscountCreate$outboundSchema } from '@polar-sh/sdk/models/components/discountcreate.js';
import { EventsIngest$outboundSchema } from '@polar-sh/sdk/models/components/eventsingest.js';
import { FileCreate$outboundSchema } from '@polar-sh/sdk/models/components/filecreate.js';
import { MeterCreate$outboundSchema } from '@polar-sh/sdk/models/components/metercreate.js';
import { OrganizationCreate$outboundSchema } from '@polar-sh/sdk/models/components/organizationcreate.js';
import { OrganizationSocialPlatforms } from '@polar-sh/sdk/models/components/organizationsocialplatforms.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { ProductCreate$outboundSchema } from '@polar-sh/sdk/models/components/productcreate.js';
import { BenefitsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsdelete.js';
import { BenefitsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsget.js';
import { BenefitsGrantsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsgrants.js';
import { BenefitsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitslist.js';
import { BenefitsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/benefitsupdate.js';
import { CheckoutLinksCreateCheckoutLinkCreate$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutlinkscreate.js';
import { CheckoutLinksDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutlinksdelete.js';
import { CheckoutLinksGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutlinksget.js';
import { CheckoutLinksListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutlinkslist.js';
import { CheckoutLinksUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutlinksupdate.js';
import { CheckoutsClientConfirmRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutsclientconfirm.js';
import { CheckoutsClientGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutsclientget.js';
import { CheckoutsClientUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutsclientupdate.js';
import { CheckoutsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutsget.js';
import { CheckoutsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutslist.js';
import { CheckoutsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/checkoutsupdate.js';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { LicenseKeyActivate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeyactivate.js';
import { LicenseKeyDeactivate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeydeactivate.js';
import { LicenseKeyValidate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeyvalidate.js';
import { CustomerPortalLicenseKeysGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportallicensekeysget.js';
import { CustomerPortalLicenseKeysListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportallicensekeyslist.js';
import { CustomerPortalBenefitGrantsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantsget.js';
import { CustomerPortalBenefitGrantsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantslist.js';
import { CustomerPortalBenefitGrantsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantsupdate.js';
import { CustomerPortalCustomersDeletePaymentMethodRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomersdeletepaymentmethod.js';
import { CustomerPortalCustomersGetPaymentMethodsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomersgetpaymentmethods.js';
import { CustomerPortalDownloadablesCustomerPortalDownloadablesGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportaldownloadablescustomerportaldownloadablesget.js';
import { CustomerPortalDownloadablesListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportaldownloadableslist.js';
import { CustomerPortalOrdersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalordersget.js';
import { CustomerPortalOrdersInvoiceRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalordersinvoice.js';
import { CustomerPortalOrdersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalorderslist.js';
import { CustomerPortalOrganizationsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalorganizationsget.js';
import { CustomerPortalSubscriptionsCancelRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionscancel.js';
import { CustomerPortalSubscriptionsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionsget.js';
import { CustomerPortalSubscriptionsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionslist.js';
import { CustomerPortalSubscriptionsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionsupdate.js';
import { CustomerSessionsCreateCustomerSessionCreate$outboundSchema } from '@polar-sh/sdk/models/operations/customersessionscreate.js';
import { CustomersDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersdelete.js';
import { CustomersDeleteExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersdeleteexternal.js';
import { CustomersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersget.js';
import { CustomersGetExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetexternal.js';
import { CustomersGetStateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetstate.js';
import { CustomersGetStateExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersgetstateexternal.js';
import { CustomerMetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customermetersget.js';
import { CustomerMetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customermeterslist.js';
import { CustomerPortalCustomerMetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomermetersget.js';
import { CustomerPortalCustomerMetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomermeterslist.js';
import { CustomersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerslist.js';
import { CustomersUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersupdate.js';
import { CustomersUpdateExternalRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customersupdateexternal.js';
import { CustomFieldsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsdelete.js';
import { CustomFieldsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsget.js';
import { CustomFieldsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldslist.js';
import { CustomFieldsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customfieldsupdate.js';
import { DiscountsDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsdelete.js';
import { DiscountsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsget.js';
import { DiscountsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountslist.js';
import { DiscountsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/discountsupdate.js';
import { EventsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventsget.js';
import { EventsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventslist.js';
import { EventsListNamesRequest$outboundSchema } from '@polar-sh/sdk/models/operations/eventslistnames.js';
import { FilesDeleteRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesdelete.js';
import { FilesListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/fileslist.js';
import { FilesUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesupdate.js';
import { FilesUploadedRequest$outboundSchema } from '@polar-sh/sdk/models/operations/filesuploaded.js';
import { MetersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersget.js';
import { MetersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/meterslist.js';
import { MetersQuantitiesRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersquantities.js';
import { MetersUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/metersupdate.js';
import { OrganizationsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationsget.js';
import { OrganizationsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationslist.js';
import { OrganizationsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/organizationsupdate.js';
import { PaymentsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/paymentsget.js';
import { PaymentsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/paymentslist.js';
import { ProductsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsget.js';
import { ProductsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productslist.js';
import { ProductsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsupdate.js';
import { ProductsUpdateBenefitsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/productsupdatebenefits.js';
import { RefundReason } from '@polar-sh/sdk/models/components/refundreason.js';
import { RefundCreate$outboundSchema } from '@polar-sh/sdk/models/components/refundcreate.js';
import { RefundsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/refundslist.js';
import { createHash } from 'node:crypto';
import { Commands } from '../../../src/app/commands.ts';
import { CreateApiKey } from '../../../src/features/accounts/api-keys/api-key.commands.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { signUp } from '../../support/accounts.ts';
import { filledIn, placesOf } from '../../support/request-places.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { PNG, uploadFile } from '../../support/uploads.ts';

const NAMESPACES = [
  'products',
  'files',
  'customFields',
  'discounts',
  'checkouts',
  'checkoutLinks',
  'customers',
  'customerMeters',
  'meters',
  'events',
  'organizations',
  'payments',
  'refunds',
  'customerSessions',
  'benefits',
] as const;
type Namespace = (typeof NAMESPACES)[number];
type Client = Pick<Polar, Namespace>;

/** Called with a customer's session. */
const PORTAL = [
  'benefitGrants',
  'customers',
  'customerMeters',
  'downloadables',
  'licenseKeys',
  'orders',
  'organizations',
  'subscriptions',
] as const;
type PortalNamespace = `customerPortal.${(typeof PORTAL)[number]}`;
/** Its methods with the session filled in. */
type PortalClient = Record<string, (request?: object) => Promise<never>>;

interface Method {
  /** The client's own schema of the request. */
  request: unknown;
  /** Calls it until every place of the request was filled once; the client itself validates the answers. */
  walk(): Promise<void>;
  /** Places that are not filled, by their beginning, and why. */
  except?: Record<string, string>;
}

/** Methods without a test, and why. */
const LEFT_OUT: Record<string, string> = {};

const ONE_TYPE = 'tax-ids.spec.ts checks every type of tax id.';

const metadata = { text: 'a', count: 1, flag: true };
const address = { line1: '1 Main St', line2: 'Floor 2', postalCode: '94104', city: 'SF', state: 'CA', country: 'US' };
const noAddress = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'DE' };
const text = { formLabel: 'Label', formHelpText: 'Help', formPlaceholder: 'Here' };

let shop: Shop;
/** The token of an organization. */
let seller: Client;
/** A user who owns that organization. */
let user: Client;
/** A user who may create organizations. */
let owner: Client;
/** What each method was called with. */
const called = new Map<string, unknown[]>();
let names = 0;
const fresh = (prefix = 'walk') => `${prefix}${(names += 1)}`;

beforeAll(async () => {
  shop = await openShop({ allowSeveral: true });
  seller = recorded(shop.seller);
  user = recorded(polar(shop.url, shop.bearer.replace('seller', 'user')));
  const { id: userId } = await signUp(shop);
  const unlimited = { rateLimitEnabled: false };
  const create = new CreateApiKey({ prefix: null, given: unlimited, userId, organizationId: null }, shop.context());
  owner = recorded(polar(shop.url, (await shop.app.get(Commands).execute(create)).key));
});
afterAll(() => shop.close());

/** A client that notes its calls, once they were answered as the client's schemas demand. */
function recorded(client: Polar): Client {
  const watched = (namespace: Namespace) =>
    new Proxy(client[namespace], {
      get(target, name) {
        const method = target[name as never] as (request: unknown) => Promise<unknown>;
        return async (request: unknown) => {
          const answer = await method.call(target, request);
          const key = `${namespace}.${String(name)}`;
          called.set(key, [...(called.get(key) ?? []), request]);
          return answer;
        };
      },
    });
  return Object.fromEntries(NAMESPACES.map((namespace) => [namespace, watched(namespace)])) as unknown as Client;
}

/** What the client offers with a customer's session; its calls are noted, too. */
function asCustomer(customerSession: string, name: (typeof PORTAL)[number]): PortalClient {
  const target = shop.seller.customerPortal[name] as unknown as Record<string, (...given: object[]) => Promise<never>>;
  const isPublic = (method: string) =>
    name === 'organizations' || (name === 'licenseKeys' && method !== 'list' && method !== 'get');
  return new Proxy({} as PortalClient, {
    get: (_, method: string) => async (request?: object) => {
      const given = request === undefined ? [] : [request];
      const answer = await target[method]!(...(isPublic(method) ? [] : [{ customerSession }]), ...given);
      const key = `customerPortal.${name}.${method}`;
      called.set(key, [...(called.get(key) ?? []), request]);
      return answer;
    },
  });
}

/** null for each field of a request that may be null. */
function nulls(schema: unknown): object {
  const fields = [...placesOf(schema)].flatMap((place) => /^(\w+): null$/.exec(place)?.[1] ?? []);
  return Object.fromEntries(fields.map((field) => [field, null]));
}

/** The schema of one field of a request. */
function schemaAt(schema: unknown, field: string): unknown {
  const { typeName, schema: inner, shape } = (schema as ZodLike)._def;
  return typeName === 'ZodEffects' ? schemaAt(inner, field) : shape!()[field];
}

interface ZodLike {
  _def: { typeName: string; schema?: unknown; shape?(): Record<string, unknown> };
}

const authorization = () => ({ authorization: `Bearer ${shop.bearer}` });
const post = (path: string, body: object) =>
  fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization() },
    body: JSON.stringify(body),
  });

type Listed = { result: { items: { id: string }[]; pagination: { totalCount: number } } };
type List = (request: never) => Promise<Listed>;
const ids = async (list: List, request: object) => (await list(request as never)).result.items.map(({ id }) => id);

/** Each ordering and its reverse, pages, and no filter. */
async function walkList(list: List, schema: unknown, minimum: number, narrowing: object = {}): Promise<void> {
  const places = [...placesOf(schema)];
  const all = await ids(list, { ...narrowing, limit: 100 });
  expect(all.length).toBeGreaterThanOrEqual(minimum);
  expect(await ids(list, { ...nulls(schema), ...narrowing, limit: 100 })).toEqual(all);
  const pages = [
    await ids(list, { ...narrowing, page: 1, limit: 1 }),
    await ids(list, { ...narrowing, page: 2, limit: 1 }),
  ];
  expect(pages.flat()).toEqual(all.slice(0, 2));
  for (const sorting of places.flatMap((place) => /^sorting: ([a-z]\w+)$/.exec(place)?.[1] ?? [])) {
    if (sorting === 'null') continue;
    const sorted = (by: string) => ids(list, { ...narrowing, sorting: [by], limit: 100 });
    expect([sorting, (await sorted(`-${sorting}`)).reverse()]).toEqual([sorting, await sorted(sorting)]);
  }
}

/** What a filter finds by one value and by several, which are alternatives. */
async function walkFilter(
  list: List,
  name: string,
  one: unknown,
  expected: string[],
  more: object = {},
): Promise<void> {
  const sorted = async (value: unknown) => (await ids(list, { limit: 100, ...more, [name]: value })).sort();
  expect([name, one, await sorted(one)]).toEqual([name, one, [...expected].sort()]);
  if (typeof one === 'string' && name.toLowerCase().endsWith('id'))
    expect([name, await sorted([one])]).toEqual([name, [...expected].sort()]);
}

/** By each type of value, and by several, of which any may match. */
async function walkMetadata(list: List, tagged: string, other: string): Promise<void> {
  for (const [key, value] of [
    ['tier', 'gold'],
    ['seats', 3],
    ['vip', true],
  ] as const) {
    await walkFilter(list, 'metadata', { [key]: value }, [tagged]);
    await walkFilter(list, 'metadata', { [key]: [value] }, [tagged]);
  }
  await walkFilter(list, 'metadata', { tier: ['gold', 'silver'] }, [tagged, other]);
}

const product = (changes: object = {}): Promise<Product> =>
  seller.products.create({
    name: fresh('Product '),
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
    ...changes,
  });
/** Counts nothing, so that customers have no meters but their own. */
const meter = (changes: object = {}) =>
  seller.meters.create({
    name: fresh('Meter '),
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'nothing' }] },
    aggregation: { func: 'count' },
    ...changes,
  });
const customField = () =>
  seller.customFields.create({ type: 'text', slug: fresh('field'), name: 'Field', properties: {} });
const discount = (changes: object = {}) =>
  seller.discounts.create({
    name: fresh('Off '),
    type: 'percentage',
    duration: 'once',
    basisPoints: 1_000,
    ...changes,
  } as never);
const customer = (changes: object = {}) =>
  seller.customers.create({ email: `${fresh()}@example.com`, externalId: fresh('ext'), ...changes });
const benefit = () =>
  shop.seller.benefits.create({ type: 'custom', description: 'Support', properties: { note: 'Hi' } });

const sha256 = createHash('sha256').update(PNG).digest('base64');
const file = (service = 'product_media', changes: object = {}) =>
  seller.files.create({
    service,
    name: 'cover.png',
    mimeType: 'image/png',
    size: PNG.length,
    upload: { parts: [{ number: 1, chunkStart: 0, chunkEnd: PNG.length }] },
    ...changes,
  } as never);
async function uploaded(changes: object = {}, checksumSha256Base64: string | null = null) {
  const { id, upload } = await file('product_media', changes);
  const [part] = upload.parts;
  const put = await fetch(part!.url, { method: 'PUT', body: PNG, headers: part!.headers });
  const parts = [{ number: 1, checksumEtag: put.headers.get('etag')!, checksumSha256Base64 }];
  return seller.files.uploaded({ id, fileUploadCompleted: { id: upload.id, path: upload.path, parts } });
}

const products: Record<string, Method> = {
  list: {
    request: ProductsListRequest$outboundSchema,
    async walk() {
      const { id: benefitId } = await benefit();
      const [plain, monthly] = [await product(), await product({ name: 'Needle', recurringInterval: 'month' })];
      await seller.products.updateBenefits({ id: plain.id, productBenefitsUpdate: { benefits: [benefitId] } });
      const archived = await product();
      await seller.products.update({ id: archived.id, productUpdate: { isArchived: true } });
      const list = seller.products.list.bind(seller.products) as List;
      await walkList(list, this.request, 3);
      const both = [plain.id, monthly.id];
      await walkFilter(list, 'id', plain.id, [plain.id]);
      await walkFilter(list, 'id', both, both);
      await walkFilter(list, 'query', 'needl', [monthly.id]);
      await walkFilter(list, 'benefitId', benefitId, [plain.id]);
      await walkFilter(list, 'isArchived', true, [archived.id], { id: [...both, archived.id] });
      await walkFilter(list, 'isArchived', false, both, { id: [...both, archived.id] });
      await walkFilter(list, 'isRecurring', true, [monthly.id], { id: both });
      await walkFilter(list, 'isRecurring', false, [plain.id], { id: both });
      await walkFilter(list, 'organizationId', shop.organizationId, both, { id: both });
    },
  },
  create: {
    request: ProductCreate$outboundSchema,
    async walk() {
      const media = await uploaded();
      const [counted, field] = [await meter(), await customField()];
      const amountType = 'metered_unit' as const;
      const metered = { amountType, priceCurrency: 'usd', meterId: counted.id, unitAmount: '0.5', capAmount: 1_000 };
      const everything = await user.products.create({
        metadata,
        name: 'Everything',
        description: 'All of it',
        recurringInterval: 'month',
        prices: [metered, { amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd' }],
        medias: [media.id],
        attachedCustomFields: [{ customFieldId: field.id, required: true }],
        organizationId: shop.organizationId,
      });
      expect(everything).toMatchObject({
        metadata,
        description: 'All of it',
        prices: [{ priceAmount: 900 }, { unitAmount: '0.5', capAmount: 1_000, meter: { name: counted.name } }],
        medias: [{ id: media.id }],
        attachedCustomFields: [{ customFieldId: field.id, required: true, order: 0 }],
      });
      const nothing = nulls(this.request);
      const limits = { minimumAmount: 500, maximumAmount: 9_000, presetAmount: 1_500 };
      expect(
        (await product({ ...nothing, prices: [{ amountType: 'custom', priceCurrency: 'usd', ...limits }] })).prices,
      ).toMatchObject([limits]);
      await product({
        prices: [{ amountType: 'custom', minimumAmount: null, maximumAmount: null, presetAmount: null }],
      });
      await product({
        prices: [{ amountType: 'free' }],
        attachedCustomFields: [{ customFieldId: field.id, required: false }],
      });
      await product({ recurringInterval: 'year', prices: [{ ...metered, unitAmount: 3, capAmount: null }] });
    },
  },
  get: {
    request: ProductsGetRequest$outboundSchema,
    walk: async () => void (await seller.products.get({ id: (await product()).id })),
  },
  update: {
    request: ProductsUpdateRequest$outboundSchema,
    async walk() {
      const [media, counted, field] = [await uploaded(), await meter(), await customField()];
      const sold = await product({ recurringInterval: 'month' });
      const update = (productUpdate: object, id = sold.id) => seller.products.update({ id, productUpdate });
      const [{ id: priceId } = { id: '' }] = sold.prices;
      const metered = { amountType: 'metered_unit', priceCurrency: 'usd', meterId: counted.id, unitAmount: '1.5' };
      const attachedCustomFields = [{ customFieldId: field.id, required: true }];
      const changed = await update({
        metadata,
        name: 'Changed',
        description: 'Anew',
        recurringInterval: 'month',
        isArchived: true,
        prices: [{ id: priceId }, { ...metered, capAmount: 9 }],
        medias: [media.id],
        attachedCustomFields,
      });
      expect(changed).toMatchObject({
        metadata,
        name: 'Changed',
        description: 'Anew',
        isArchived: true,
        prices: [{ id: priceId }, { unitAmount: '1.5' }],
        medias: [{ id: media.id }],
        attachedCustomFields,
      });
      const kept = await update(nulls(schemaAt(this.request, 'productUpdate')));
      expect(kept).toMatchObject({ name: 'Changed', isArchived: true, prices: [{ id: priceId }, {}] });
      const limits = { minimumAmount: 500, maximumAmount: 9_000, presetAmount: 1_500 };
      const none = { minimumAmount: null, maximumAmount: null, presetAmount: null };
      await update({ isArchived: false, prices: [{ amountType: 'fixed', priceAmount: 800, priceCurrency: 'usd' }] });
      await update({
        prices: [
          { amountType: 'custom', priceCurrency: 'usd', ...limits },
          { ...metered, unitAmount: 2, capAmount: null },
        ],
      });
      await update({
        prices: [{ amountType: 'custom', ...none }],
        attachedCustomFields: [{ customFieldId: field.id, required: false }],
      });
      await update({ prices: [{ amountType: 'free' }] });
      await update({ recurringInterval: 'year' }, (await product({ recurringInterval: 'year' })).id);
    },
  },
  updateBenefits: {
    request: ProductsUpdateBenefitsRequest$outboundSchema,
    async walk() {
      const [{ id }, given] = [await product(), await benefit()];
      const changed = await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [given.id] } });
      expect(changed.benefits).toMatchObject([{ id: given.id }]);
    },
  },
};

const files: Record<string, Method> = {
  list: {
    request: FilesListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await uploaded(), await uploaded()];
      const list = seller.files.list.bind(seller.files) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'ids', one.id, [one.id]);
      await walkFilter(list, 'ids', [one.id, two.id], [one.id, two.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [one.id], { ids: one.id });
    },
  },
  create: {
    request: FileCreate$outboundSchema,
    async walk() {
      const part = { number: 1, chunkStart: 0, chunkEnd: PNG.length };
      for (const service of ['downloadable', 'product_media', 'organization_avatar'] as const) {
        const created = await user.files.create({
          organizationId: shop.organizationId,
          name: 'cover.png',
          mimeType: 'image/png',
          size: PNG.length,
          checksumSha256Base64: sha256,
          upload: { parts: [{ ...part, checksumSha256Base64: sha256 }] },
          service,
          version: '1.0',
        });
        expect(created).toMatchObject({ service, version: '1.0', checksumSha256Base64: sha256, isUploaded: false });
        const upload = { parts: [{ ...part, checksumSha256Base64: null }] };
        await file(service, { ...nulls(this.request), upload });
      }
    },
  },
  uploaded: {
    request: FilesUploadedRequest$outboundSchema,
    async walk() {
      expect(await uploaded({}, sha256)).toMatchObject({ isUploaded: true, service: 'product_media' });
      await uploaded({}, null);
    },
  },
  update: {
    request: FilesUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await uploaded();
      const update = (filePatch: object) => seller.files.update({ id, filePatch });
      expect(await update({ name: 'other.png', version: '2.0' })).toMatchObject({ name: 'other.png', version: '2.0' });
      expect(await update({ name: null, version: null })).toMatchObject({ name: 'other.png' });
    },
  },
  delete: {
    request: FilesDeleteRequest$outboundSchema,
    walk: async () => void (await seller.files.delete({ id: (await uploaded()).id })),
  },
};

const FIELD_PROPERTIES = {
  text: { ...text, textarea: true, minLength: 1, maxLength: 10 },
  number: { ...text, ge: -1, le: 10 },
  date: { ...text, ge: 0, le: 1_767_225_600 },
  checkbox: text,
  select: { ...text, options: [{ value: 's', label: 'Small' }] },
} as const;
const FIELD_TYPES = Object.keys(FIELD_PROPERTIES) as (keyof typeof FIELD_PROPERTIES)[];

const customFields: Record<string, Method> = {
  list: {
    request: CustomFieldsListRequest$outboundSchema,
    async walk() {
      const own = async (type: (typeof FIELD_TYPES)[number]) => {
        const input = { type, slug: fresh('listed-'), name: `Find ${type}`, properties: FIELD_PROPERTIES[type] };
        return (await seller.customFields.create(input as never)).id;
      };
      const list = seller.customFields.list.bind(seller.customFields) as List;
      const created = new Map<string, string>();
      for (const type of FIELD_TYPES) created.set(type, await own(type));
      await walkList(list, this.request, 5);
      for (const [type, id] of created) await walkFilter(list, 'typeFilter', type, [id], { query: 'find' });
      const two = [created.get('date')!, created.get('select')!];
      await walkFilter(list, 'typeFilter', ['date', 'select'], two, { query: 'find' });
      await walkFilter(list, 'typeFilter', FIELD_TYPES, [...created.values()], { query: 'find' });
      await walkFilter(list, 'organizationId', shop.organizationId, [...created.values()], { query: 'find' });
    },
  },
  create: {
    request: CustomFieldCreate$outboundSchema,
    async walk() {
      for (const type of FIELD_TYPES) {
        const input = { type, name: 'Field', metadata, properties: FIELD_PROPERTIES[type] };
        const about = { slug: fresh('field'), organizationId: shop.organizationId };
        expect(await user.customFields.create({ ...input, ...about } as never)).toMatchObject({ ...input, ...about });
        await seller.customFields.create({ ...input, slug: fresh('field'), organizationId: null } as never);
      }
    },
  },
  get: {
    request: CustomFieldsGetRequest$outboundSchema,
    walk: async () => void (await seller.customFields.get({ id: (await customField()).id })),
  },
  update: {
    request: CustomFieldsUpdateRequest$outboundSchema,
    async walk() {
      for (const type of FIELD_TYPES) {
        const properties = FIELD_PROPERTIES[type];
        const input = { type, slug: fresh('field'), name: 'Field', properties };
        const { id } = await seller.customFields.create(input as never);
        const update = (changes: object) =>
          seller.customFields.update({ id, customFieldUpdate: { type, ...changes } as never });
        const changes = { metadata, name: 'Changed', slug: fresh('field'), properties };
        expect(await update(changes)).toMatchObject(changes);
        expect(await update({ name: null, slug: null, properties: null })).toMatchObject(changes);
      }
    },
  },
  delete: {
    request: CustomFieldsDeleteRequest$outboundSchema,
    walk: async () => void (await seller.customFields.delete({ id: (await customField()).id })),
  },
};

const discounts: Record<string, Method> = {
  list: {
    request: DiscountsListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await discount({ name: 'Seek me', code: fresh('LIST') }), await discount()];
      const list = seller.discounts.list.bind(seller.discounts) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'seek', [one.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [two.id], { query: two.name });
    },
  },
  create: {
    request: DiscountCreate$outboundSchema,
    except: {
      durationInMonths:
        'The client sends a repeating discount as the first member of its union, without its months; discounts.spec.ts creates them over HTTP.',
      'duration: repeating': 'As durationInMonths.',
    },
    async walk() {
      const { id: productId } = await product();
      const window = { startsAt: new Date('2030-01-01T00:00:00Z'), endsAt: new Date('2031-01-01T00:00:00Z') };
      const everything = { metadata, name: 'All', ...window, maxRedemptions: 3, products: [productId] };
      const kinds = [
        { type: 'fixed', amount: 500, currency: 'usd' },
        { type: 'percentage', basisPoints: 2_500 },
      ];
      for (const kind of kinds)
        for (const duration of ['once', 'forever']) {
          const code = fresh('CODE');
          const input = { ...kind, duration, ...everything, code, organizationId: shop.organizationId };
          const { products: _, ...shown } = input;
          const created = await user.discounts.create(input as never);
          expect(created).toMatchObject({ ...shown, products: [{ id: productId }], redemptionsCount: 0 });
          await seller.discounts.create({ ...kind, duration, ...nulls(this.request), name: 'Bare' } as never);
        }
    },
  },
  get: {
    request: DiscountsGetRequest$outboundSchema,
    walk: async () => void (await seller.discounts.get({ id: (await discount()).id })),
  },
  update: {
    request: DiscountsUpdateRequest$outboundSchema,
    async walk() {
      const { id: productId } = await product();
      const window = { startsAt: new Date('2030-01-01T00:00:00Z'), endsAt: new Date('2031-01-01T00:00:00Z') };
      const kinds = [
        { type: 'fixed', amount: 500, currency: 'usd' },
        { type: 'percentage', basisPoints: 2_500 },
      ];
      const update = (id: string, discountUpdate: object) => seller.discounts.update({ id, discountUpdate });
      for (const kind of kinds)
        for (const duration of ['once', 'forever']) {
          const { id } = await seller.discounts.create({ ...kind, duration, name: 'Before' } as never);
          const changes = { metadata, name: 'After', code: fresh('CODE'), ...window, maxRedemptions: 3 };
          const value = kind.type === 'fixed' ? { amount: 700, currency: 'usd' } : { basisPoints: 100 };
          const same = { type: kind.type, duration, ...value };
          expect(await update(id, { ...changes, ...same, products: [productId] })).toMatchObject({
            ...changes,
            ...same,
            products: [{ id: productId }],
          });
          const cleared = await update(id, nulls(schemaAt(this.request, 'discountUpdate')));
          expect(cleared).toMatchObject({ name: 'After', ...same, code: null, startsAt: null, endsAt: null });
        }
      const body = {
        name: 'Months',
        type: 'percentage',
        basis_points: 100,
        duration: 'repeating',
        duration_in_months: 3,
      };
      const repeating = (await (await post('/v1/discounts/', body)).json()) as { id: string };
      // The client drops the months of what it receives, too.
      const changed = await update(repeating.id, { duration: 'repeating', durationInMonths: 6 });
      expect(changed).toMatchObject({ duration: 'repeating' });
      const shown = await fetch(`${shop.url}/v1/discounts/${repeating.id}`, { headers: authorization() });
      expect(await shown.json()).toMatchObject({ duration: 'repeating', duration_in_months: 6 });
    },
  },
  delete: {
    request: DiscountsDeleteRequest$outboundSchema,
    walk: async () => void (await seller.discounts.delete({ id: (await discount()).id })),
  },
};

/** What sellers and buyers may fill in at a checkout, but for its product. */
const filled = (slugs: { [type: string]: string }) => ({
  isBusinessCustomer: false,
  customerName: 'Ada',
  customerEmail: `${fresh()}@example.com`,
  customerBillingName: 'Ada Ltd',
  customerBillingAddress: address,
  customerTaxId: '91-1144442',
  customFieldData: {
    [slugs['text']!]: 'Text',
    [slugs['number']!]: 7,
    [slugs['checkbox']!]: true,
    [slugs['date']!]: new Date('2026-05-01T00:00:00Z'),
    [slugs['select']!]: null,
  },
});

/** A product that asks for every type of custom field, at a price that buyers choose. */
async function asking() {
  const slugs: Record<string, string> = {};
  const attachedCustomFields = [];
  for (const type of FIELD_TYPES) {
    slugs[type] = fresh(`${type}-`);
    const properties = type === 'select' ? FIELD_PROPERTIES.select : {};
    const field = await seller.customFields.create({ type, slug: slugs[type], name: type, properties } as never);
    attachedCustomFields.push({ customFieldId: field.id, required: false });
  }
  const prices = [{ amountType: 'custom' }];
  return { sold: await product({ prices, attachedCustomFields }), slugs };
}

const checkouts: Record<string, Method> = {
  list: {
    request: CheckoutsListRequest$outboundSchema,
    async walk() {
      const [{ id: productId }, buyer] = [await product(), await customer({ name: 'Seeker' })];
      const open = (more: object = {}) => seller.checkouts.create({ products: [productId], ...more });
      const [first, ...rest] = [await open({ customerId: buyer.id }), await open(), await open()];
      const done = await open();
      await shop.confirm(done.clientSecret, { email: `${fresh()}@example.com` });
      await shop.settled();
      const list = seller.checkouts.list.bind(seller.checkouts) as List;
      const narrowing = { productId };
      await walkList(list, this.request, 4, narrowing);
      await ids(list, nulls(this.request));
      await walkFilter(
        list,
        'productId',
        productId,
        [first, ...rest, done].map(({ id }) => id),
      );
      await walkFilter(list, 'customerId', buyer.id, [first.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [first.id], { customerId: buyer.id });
      await walkFilter(list, 'query', 'seek', [first.id], narrowing);
      const states = {
        open: [first, ...rest].map(({ id }) => id),
        succeeded: [done.id],
        expired: [],
        confirmed: [],
        failed: [],
      };
      for (const [status, expected] of Object.entries(states)) {
        await walkFilter(list, 'status', status, expected, narrowing);
        await walkFilter(list, 'status', [status], expected, narrowing);
      }
    },
  },
  create: {
    request: CheckoutCreate$outboundSchema,
    async walk() {
      const [{ sold, slugs }, off, buyer] = [await asking(), await discount(), await customer()];
      const terms = {
        metadata,
        customerMetadata: metadata,
        discountId: off.id,
        allowDiscountCodes: true,
        requireBillingAddress: true,
        amount: 2_000,
        customerIpAddress: '192.0.2.1',
        successUrl: 'https://shop.example/thanks',
        embedOrigin: 'https://shop.example',
      };
      const filledOut = filled(slugs);
      const created = await seller.checkouts.create({
        products: [sold.id],
        ...terms,
        ...filledOut,
        customerExternalId: fresh('ext'),
      });
      expect(created).toMatchObject({ ...terms, discountAmount: 200, netAmount: 1_800, customerName: 'Ada' });
      expect(created.customFieldData).toMatchObject({ [slugs['text']!]: 'Text', [slugs['number']!]: 7 });
      await seller.checkouts.create({ products: [sold.id], customerId: buyer.id });
      const nothing = { ...nulls(this.request), customerBillingAddress: null };
      await seller.checkouts.create({ products: [sold.id], ...nothing });
      await seller.checkouts.create({ products: [sold.id], customerBillingAddress: noAddress });
      const free = await shop.product({ amount: 0, interval: 'month' });
      const bought = await seller.checkouts.get({ id: await shop.buy(free.id, { email: `${fresh()}@example.com` }) });
      const better = await shop.product({ interval: 'month' });
      const upgrade = { products: [better.id], subscriptionId: bought.subscriptionId! };
      expect(await seller.checkouts.create(upgrade)).toMatchObject({ subscriptionId: bought.subscriptionId });
    },
  },
  get: {
    request: CheckoutsGetRequest$outboundSchema,
    async walk() {
      const { id } = await seller.checkouts.create({ products: [(await product()).id] });
      expect(await seller.checkouts.get({ id })).toMatchObject({ id, status: 'open' });
    },
  },
  update: {
    request: CheckoutsUpdateRequest$outboundSchema,
    async walk() {
      const [{ sold, slugs }, off, other] = [await asking(), await discount(), await product()];
      const { id } = await seller.checkouts.create({ products: [other.id, sold.id] });
      const update = (checkoutUpdate: object) => seller.checkouts.update({ id, checkoutUpdate });
      const choice = { productId: sold.id, productPriceId: sold.prices[0]!.id, amount: 3_000 };
      const terms = {
        metadata,
        customerMetadata: metadata,
        discountId: off.id,
        allowDiscountCodes: true,
        requireBillingAddress: true,
        customerIpAddress: '192.0.2.1',
        successUrl: 'https://shop.example/thanks',
        embedOrigin: 'https://shop.example',
      };
      expect(await update({ ...choice, ...terms, ...filled(slugs) })).toMatchObject({
        ...choice,
        ...terms,
        discountAmount: 300,
      });
      await update({ customerBillingAddress: noAddress, customerTaxId: null });
      expect(await update(nulls(schemaAt(this.request, 'checkoutUpdate')))).toMatchObject({
        ...choice,
        discountId: null,
        customerName: null,
        customerBillingAddress: null,
        successUrl: expect.stringContaining('/confirmation'),
        metadata,
      });
    },
  },
  clientGet: {
    request: CheckoutsClientGetRequest$outboundSchema,
    async walk() {
      const { id, clientSecret } = await seller.checkouts.create({ products: [(await product()).id] });
      expect(await seller.checkouts.clientGet({ clientSecret })).toMatchObject({ id, clientSecret });
    },
  },
  clientUpdate: {
    request: CheckoutsClientUpdateRequest$outboundSchema,
    async walk() {
      const code = fresh('CODE');
      const [{ sold, slugs }, off, other] = [await asking(), await discount({ code }), await product()];
      const { clientSecret } = await seller.checkouts.create({ products: [other.id, sold.id] });
      const update = (checkoutUpdatePublic: object) =>
        seller.checkouts.clientUpdate({ clientSecret, checkoutUpdatePublic });
      const choice = { productId: sold.id, productPriceId: sold.prices[0]!.id, amount: 3_000 };
      const shown = await update({ ...choice, discountCode: code, ...filled(slugs) });
      expect(shown).toMatchObject({ ...choice, discountId: off.id, discountAmount: 300, customerName: 'Ada' });
      await update({ customerBillingAddress: noAddress, customerTaxId: null });
      const cleared = await update(nulls(schemaAt(this.request, 'checkoutUpdatePublic')));
      expect(cleared).toMatchObject({ ...choice, discountId: null, customerEmail: null });
    },
  },
  clientConfirm: {
    request: CheckoutsClientConfirmRequest$outboundSchema,
    async walk() {
      const code = fresh('CODE');
      const [{ sold, slugs }, off, other] = [await asking(), await discount({ code }), await product()];
      const open = () => seller.checkouts.create({ products: [other.id, sold.id] });
      const confirm = ({ clientSecret }: { clientSecret: string }, more: object) =>
        seller.checkouts.clientConfirm({
          clientSecret,
          checkoutConfirmStripe: { confirmationTokenId: 'ctoken_ok', ...more },
        });
      const choice = { productId: sold.id, productPriceId: sold.prices[0]!.id, amount: 3_000 };
      const confirmed = await confirm(await open(), { ...choice, discountCode: code, ...filled(slugs) });
      expect(confirmed).toMatchObject({ ...choice, status: 'confirmed', discountId: off.id, totalAmount: 2_700 });
      const gift = await product({ prices: [{ amountType: 'free' }] });
      const free = await seller.checkouts.create({ products: [gift.id] });
      const given = { customerName: 'Ada', customerEmail: `${fresh()}@example.com`, customerBillingAddress: noAddress };
      await seller.checkouts.clientUpdate({ clientSecret: free.clientSecret, checkoutUpdatePublic: given });
      await confirm(free, { ...given, customerTaxId: null, confirmationTokenId: null });
      const prepared = await open();
      await seller.checkouts.clientUpdate({ clientSecret: prepared.clientSecret, checkoutUpdatePublic: given });
      const nothing = nulls(schemaAt(this.request, 'checkoutConfirmStripe'));
      const { customerName, customerEmail, customerBillingAddress, confirmationTokenId, ...others } = nothing as Record<
        string,
        null
      >;
      expect({ customerName, customerEmail, customerBillingAddress, confirmationTokenId }).toEqual({
        customerName: null,
        customerEmail: null,
        customerBillingAddress: null,
        confirmationTokenId: null,
      });
      await confirm(prepared, others);
    },
    except: {
      'checkoutConfirmStripe.customerName: null': 'It clears a field that confirm requires.',
      'checkoutConfirmStripe.customerEmail: null': 'It clears a field that confirm requires.',
      'checkoutConfirmStripe.customerBillingAddress: null': 'It clears a field that confirm requires.',
    },
  },
};

const checkoutLinks: Record<string, Method> = {
  list: {
    request: CheckoutLinksListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await product(), await product()];
      const create = (...sold: Product[]) => seller.checkoutLinks.create({ products: sold.map(({ id }) => id) });
      const [first, second] = [await create(one), await create(one, two)];
      const list = seller.checkoutLinks.list.bind(seller.checkoutLinks) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'productId', one.id, [first.id, second.id]);
      await walkFilter(list, 'productId', [two.id], [second.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [second.id], { productId: two.id });
    },
  },
  create: {
    request: CheckoutLinksCreateCheckoutLinkCreate$outboundSchema,
    async walk() {
      const [sold, off] = [await product(), await discount()];
      const terms = {
        metadata,
        paymentProcessor: 'stripe' as const,
        label: 'Autumn',
        allowDiscountCodes: false,
        requireBillingAddress: true,
        discountId: off.id,
        successUrl: 'https://shop.example/thanks',
      };
      const kinds = [{ products: [sold.id] }, { productId: sold.id }, { productPriceId: sold.prices[0]!.id }];
      for (const kind of kinds) {
        expect(await seller.checkoutLinks.create({ ...terms, ...kind })).toMatchObject({
          ...terms,
          discount: { id: off.id },
          products: [{ id: sold.id }],
        });
        const bare = await seller.checkoutLinks.create({ ...nulls(this.request), ...kind });
        expect(bare).toMatchObject({ label: null, discountId: null, successUrl: null, allowDiscountCodes: true });
      }
    },
  },
  get: {
    request: CheckoutLinksGetRequest$outboundSchema,
    async walk() {
      const { id } = await seller.checkoutLinks.create({ products: [(await product()).id] });
      await seller.checkoutLinks.get({ id });
    },
  },
  update: {
    request: CheckoutLinksUpdateRequest$outboundSchema,
    async walk() {
      const [sold, other, off] = [await product(), await product(), await discount()];
      const { id } = await seller.checkoutLinks.create({ products: [sold.id] });
      const update = (checkoutLinkUpdate: object) => seller.checkoutLinks.update({ id, checkoutLinkUpdate });
      const terms = {
        metadata,
        label: 'Winter',
        allowDiscountCodes: false,
        requireBillingAddress: true,
        discountId: off.id,
        successUrl: 'https://shop.example/thanks',
      };
      expect(await update({ ...terms, products: [other.id] })).toMatchObject({
        ...terms,
        products: [{ id: other.id }],
      });
      expect(await update(nulls(schemaAt(this.request, 'checkoutLinkUpdate')))).toMatchObject({
        label: null,
        allowDiscountCodes: false,
        discountId: null,
        successUrl: null,
        products: [{ id: other.id }],
      });
    },
  },
  delete: {
    request: CheckoutLinksDeleteRequest$outboundSchema,
    async walk() {
      const { id } = await seller.checkoutLinks.create({ products: [(await product()).id] });
      await seller.checkoutLinks.delete({ id });
    },
  },
};

const taxId = ['911144442', 'us_ein'];
const person = (): {
  metadata: object;
  name: string;
  billingAddress: typeof address;
  taxId: string[];
  email: string;
} => ({
  metadata,
  name: 'Ann',
  billingAddress: address,
  taxId,
  email: `${fresh()}@example.com`,
});
const shownPerson = { name: 'Ann', taxId, metadata, billingAddress: { ...address, state: 'US-CA' } };

const customers: Record<string, Method> = {
  list: {
    request: CustomersListRequest$outboundSchema,
    async walk() {
      const tagged = await customer({ name: 'Needle', metadata: { tier: 'gold', seats: 3, vip: true } });
      const other = await customer({ metadata: { tier: 'silver' } });
      const list = seller.customers.list.bind(seller.customers) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'email', tagged.email, [tagged.id]);
      await walkFilter(list, 'query', 'needl', [tagged.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [other.id], { email: other.email });
      await walkMetadata(list, tagged.id, other.id);
    },
  },
  create: {
    request: CustomerCreate$outboundSchema,
    except: { taxId: ONE_TYPE },
    async walk() {
      const about = { externalId: fresh('ext'), organizationId: shop.organizationId };
      const created = await user.customers.create({ ...person(), ...about } as never);
      expect(created).toMatchObject({ ...shownPerson, ...about });
      await seller.customers.create({ ...nulls(this.request), email: `${fresh()}@example.com` });
      await seller.customers.create({ email: `${fresh()}@example.com`, billingAddress: noAddress });
    },
  },
  get: {
    request: CustomersGetRequest$outboundSchema,
    walk: async () => void (await seller.customers.get({ id: (await customer()).id })),
  },
  update: {
    request: CustomersUpdateRequest$outboundSchema,
    except: { 'customerUpdate.taxId': ONE_TYPE },
    async walk() {
      const { id } = await seller.customers.create({ email: `${fresh()}@example.com` });
      const update = (customerUpdate: object) => seller.customers.update({ id, customerUpdate });
      const externalId = fresh('ext');
      expect(await update({ ...person(), externalId })).toMatchObject({ ...shownPerson, externalId });
      await update({ billingAddress: noAddress });
      const { externalId: _, ...nothing } = nulls(schemaAt(this.request, 'customerUpdate')) as { externalId: null };
      expect(await update(nothing)).toMatchObject({ name: null, billingAddress: null, taxId: null, externalId });
      const { id: unnamed } = await seller.customers.create({ email: `${fresh()}@example.com` });
      await seller.customers.update({ id: unnamed, customerUpdate: { externalId: null } });
    },
  },
  delete: {
    request: CustomersDeleteRequest$outboundSchema,
    walk: async () => void (await seller.customers.delete({ id: (await customer()).id })),
  },
  getExternal: {
    request: CustomersGetExternalRequest$outboundSchema,
    async walk() {
      const { id, externalId } = await customer();
      expect(await seller.customers.getExternal({ externalId: externalId! })).toMatchObject({ id });
    },
  },
  updateExternal: {
    request: CustomersUpdateExternalRequest$outboundSchema,
    except: { 'customerUpdateExternalID.taxId': ONE_TYPE },
    async walk() {
      const { externalId } = await customer();
      const update = (customerUpdateExternalID: object) =>
        seller.customers.updateExternal({ externalId: externalId!, customerUpdateExternalID });
      expect(await update(person())).toMatchObject(shownPerson);
      await update({ billingAddress: noAddress });
      const nothing = nulls(schemaAt(this.request, 'customerUpdateExternalID'));
      expect(await update(nothing)).toMatchObject({ name: null, billingAddress: null, taxId: null });
    },
  },
  deleteExternal: {
    request: CustomersDeleteExternalRequest$outboundSchema,
    async walk() {
      await seller.customers.deleteExternal({ externalId: (await customer()).externalId! });
    },
  },
  getState: {
    request: CustomersGetStateRequest$outboundSchema,
    async walk() {
      const { id } = await customer();
      expect(await seller.customers.getState({ id })).toMatchObject({ id, activeSubscriptions: [] });
    },
  },
  getStateExternal: {
    request: CustomersGetStateExternalRequest$outboundSchema,
    async walk() {
      const { id, externalId } = await customer();
      expect(await seller.customers.getStateExternal({ externalId: externalId! })).toMatchObject({ id });
    },
  },
};

const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'not_like'] as const;
const clauses = [
  ...OPERATORS.map((operator) => ({ property: 'size', operator, value: 5 })),
  { property: 'name', operator: 'eq' as const, value: 'call' },
  { property: 'paid', operator: 'ne' as const, value: true },
];
/** Every operator and type of value, also in a filter within the filter. */
const filters = (['and', 'or'] as const).map((conjunction) => ({
  conjunction,
  clauses: [...clauses, { conjunction, clauses }],
}));
const AGGREGATIONS = [{ func: 'count' }, ...['sum', 'avg', 'max', 'min'].map((func) => ({ func, property: 'size' }))];

const INTERVALS = ['year', 'month', 'week', 'day', 'hour'] as const;

const meters: Record<string, Method> = {
  list: {
    request: MetersListRequest$outboundSchema,
    async walk() {
      const tagged = await meter({ name: 'Needle', metadata: { tier: 'gold', seats: 3, vip: true } });
      const other = await meter({ metadata: { tier: 'silver' } });
      const list = seller.meters.list.bind(seller.meters) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'needl', [tagged.id]);
      await walkFilter(list, 'organizationId', shop.organizationId, [other.id], { query: other.name });
      await walkMetadata(list, tagged.id, other.id);
    },
  },
  create: {
    request: MeterCreate$outboundSchema,
    async walk() {
      for (const [n, aggregation] of AGGREGATIONS.entries()) {
        const input = { metadata, name: fresh('Meter '), filter: filters[n % 2], aggregation };
        const created = await user.meters.create({ ...input, organizationId: shop.organizationId } as never);
        expect(created).toMatchObject(input);
      }
      await meter({ ...nulls(this.request) });
    },
  },
  get: {
    request: MetersGetRequest$outboundSchema,
    walk: async () => void (await seller.meters.get({ id: (await meter()).id })),
  },
  update: {
    request: MetersUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await meter();
      const update = (meterUpdate: object) => seller.meters.update({ id, meterUpdate });
      for (const [n, aggregation] of AGGREGATIONS.entries()) {
        const changes = { metadata, name: fresh('Meter '), filter: filters[n % 2], aggregation };
        expect(await update(changes)).toMatchObject(changes);
        expect(await update(nulls(schemaAt(this.request, 'meterUpdate')))).toMatchObject(changes);
      }
    },
  },
  quantities: {
    request: MetersQuantitiesRequest$outboundSchema,
    async walk() {
      const used = { name: fresh('used '), timestamp: new Date(shop.clock.now()) };
      const clause = { property: 'name', operator: 'eq', value: used.name };
      const { id } = await meter({ filter: { conjunction: 'and', clauses: [clause] } });
      const { id: customerId, externalId } = await customer();
      await shop.seller.events.ingest({
        events: [
          { ...used, customerId },
          { ...used, externalCustomerId: fresh() },
        ],
      });
      const at = used.timestamp;
      const range = { id, startTimestamp: at, endTimestamp: at };
      const totals = async (narrowing: object) => {
        const all = INTERVALS.map((interval) => seller.meters.quantities({ ...range, interval, ...narrowing }));
        return [...new Set((await Promise.all(all)).map(({ total }) => total))];
      };
      expect(await totals(nulls(this.request))).toEqual([2]);
      for (const named of [customerId, [customerId]]) expect(await totals({ customerId: named })).toEqual([1]);
      for (const named of [externalId, [externalId]]) expect(await totals({ externalCustomerId: named })).toEqual([1]);
    },
  },
};

const hoursAgo = (hours: number) => new Date(new Date(shop.clock.now()).getTime() - hours * 3_600_000);

const events: Record<string, Method> = {
  list: {
    request: EventsListRequest$outboundSchema,
    async walk() {
      const [name, stranger] = [fresh('used '), fresh('ext')];
      const { id: customerId } = await customer();
      const clause = { property: 'name', operator: 'eq', value: name };
      const filter = { conjunction: 'and', clauses: [clause] };
      const { id: meterId } = await meter({ filter });
      const tagged = { name, customerId, timestamp: hoursAgo(3), metadata: { tier: 'gold', seats: 3, vip: true } };
      const other = { name, externalCustomerId: stranger, timestamp: hoursAgo(1), metadata: { tier: 'silver' } };
      await seller.events.ingest({ events: [tagged, other] });
      const list = seller.events.list.bind(seller.events) as List;
      expect((await ids(list, nulls(this.request))).length).toBeGreaterThanOrEqual(2);
      await walkList(list, this.request, 2, { name });
      const [first, last] = (await ids(list, { name, sorting: ['timestamp'] })) as [string, string];
      await walkFilter(list, 'name', name, [first, last]);
      await walkFilter(list, 'name', [name, 'nothing'], [first, last]);
      await walkFilter(list, 'customerId', customerId, [first]);
      await walkFilter(list, 'externalCustomerId', stranger, [last]);
      await walkFilter(list, 'organizationId', shop.organizationId, [first, last], { name });
      await walkFilter(list, 'organizationId', newUuid(), [], { name });
      await walkFilter(list, 'source', 'user', [first, last], { name });
      await walkFilter(list, 'source', 'system', [], { name });
      await walkFilter(list, 'source', ['system', 'user'], [first, last], { name });
      await walkFilter(list, 'filter', JSON.stringify(filter), [first, last]);
      expect((await ids(list, { meterId })).sort()).toEqual([first, last].sort());
      await walkFilter(list, 'startTimestamp', hoursAgo(2), [last], { name });
      await walkFilter(list, 'endTimestamp', hoursAgo(2), [first], { name });
      await walkMetadata(list, first, last);
    },
  },
  listNames: {
    request: EventsListNamesRequest$outboundSchema,
    async walk() {
      const [query, stranger] = [`${fresh('names')}x`, fresh('ext')];
      const { id: customerId } = await customer();
      const [a, b, c] = [`${query} a`, `${query} b`, `${query} c`];
      const used = (name: string, hours: number) => ({ name, customerId, timestamp: hoursAgo(hours) });
      const ofStranger = { name: b, externalCustomerId: stranger, timestamp: hoursAgo(4) };
      await seller.events.ingest({ events: [used(a, 5), ofStranger, used(c, 3), used(c, 2), used(c, 2), used(a, 1)] });
      await shop.settled();
      const list = async (request: never) => {
        const { result } = await seller.events.listNames(request);
        return { result: { ...result, items: result.items.map((item) => ({ ...item, id: item.name })) } };
      };
      expect((await ids(list, nulls(this.request))).length).toBeGreaterThanOrEqual(3);
      await walkList(list, this.request, 3, { query });
      const orders = { name: [a, b, c], occurrences: [b, a, c], first_seen: [a, b, c], last_seen: [b, c, a] };
      for (const [sorting, expected] of Object.entries(orders)) {
        expect([sorting, await ids(list, { query, sorting: [sorting] })]).toEqual([sorting, expected]);
        expect([sorting, await ids(list, { query, sorting: [`-${sorting}`] })]).toEqual([sorting, expected.reverse()]);
      }
      await walkFilter(list, 'customerId', customerId, [a, c]);
      await walkFilter(list, 'externalCustomerId', stranger, [b]);
      await walkFilter(list, 'organizationId', shop.organizationId, [a, b, c], { query });
      await walkFilter(list, 'organizationId', newUuid(), [], { query });
      await walkFilter(list, 'source', 'user', [a, b, c], { query });
      await walkFilter(list, 'source', 'system', [], { query });
      await walkFilter(list, 'source', ['system', 'user'], [a, b, c], { query });
    },
  },
  get: {
    request: EventsGetRequest$outboundSchema,
    async walk() {
      const [name, externalCustomerId] = [fresh('used '), fresh('ext')];
      await seller.events.ingest({ events: [{ name, externalCustomerId }] });
      const [id] = await ids(seller.events.list.bind(seller.events) as List, { name });
      const expected = { id, name, externalCustomerId, source: 'user' };
      expect(await seller.events.get({ id: id! })).toMatchObject(expected);
      await expect(seller.events.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  ingest: {
    request: EventsIngest$outboundSchema,
    async walk() {
      const { id: customerId } = await customer();
      const [name, externalCustomerId, timestamp] = [fresh('used '), fresh('ext'), hoursAgo(1)];
      for (const [client, organizationId] of [
        [user, shop.organizationId],
        [seller, null],
      ] as const) {
        const event = { name, organizationId, timestamp, metadata };
        const sent = [
          { ...event, customerId },
          { ...event, externalCustomerId },
        ];
        expect(await client.events.ingest({ events: sent })).toMatchObject({ inserted: 2 });
      }
      const { result } = await seller.events.list({ name });
      expect(result.items).toHaveLength(4);
      for (const item of result.items) expect(item).toMatchObject({ name, timestamp, metadata });
    },
  },
};

/** Customers with one unit of each of two meters; the first one's meters are named as given. */
async function metered(names = ['Calls', 'Tokens']) {
  const meters = await Promise.all(
    names.map(async (name) => {
      const clause = { property: 'name', operator: 'eq', value: fresh('used ') };
      const filter = { conjunction: 'and', clauses: [clause] };
      return { ...(await meter({ name, filter, aggregation: { func: 'count' } })), used: clause.value };
    }),
  );
  const { id: customerId, externalId } = await customer();
  await shop.seller.events.ingest({ events: meters.map(({ used: name }) => ({ name, customerId })) });
  await shop.settled();
  return { customerId, externalId, meterIds: meters.map(({ id }) => id) };
}

const customerMeters: Record<string, Method> = {
  list: {
    request: CustomerMetersListRequest$outboundSchema,
    async walk() {
      const { customerId, externalId, meterIds } = await metered();
      const list = seller.customerMeters.list.bind(seller.customerMeters) as List;
      await walkList(list, this.request, 2);
      const own = await ids(list, { customerId });
      expect(own.length).toBe(2);
      await walkFilter(list, 'customerId', customerId, own);
      await walkFilter(list, 'externalCustomerId', externalId!, own);
      const [first] = await ids(list, { customerId, meterId: meterIds[0] });
      await walkFilter(list, 'meterId', meterIds[0]!, [first!]);
      expect(await ids(list, { organizationId: newUuid() })).toEqual([]);
      expect(await ids(list, { organizationId: [shop.organizationId], customerId })).toEqual(own);
    },
  },
  get: {
    request: CustomerMetersGetRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Calls']);
      const [id] = await ids(seller.customerMeters.list.bind(seller.customerMeters) as List, { customerId });
      expect(await seller.customerMeters.get({ id: id! })).toMatchObject({
        ...{ id, customerId, meterId: meterIds[0], consumedUnits: 1, creditedUnits: 0, balance: -1 },
        ...{ customer: { id: customerId }, meter: { id: meterIds[0], name: 'Calls' } },
      });
      await expect(seller.customerMeters.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
};

const portalMeters: Record<string, Method> = {
  list: {
    request: CustomerPortalCustomerMetersListRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Heron calls', 'Tokens']);
      const { token } = await shop.seller.customerSessions.create({ customerId });
      const list = asCustomer(token, 'customerMeters')['list']! as List;
      await walkList(list, this.request, 2);
      const [calls] = await ids(list, { meterId: meterIds[0] });
      await walkFilter(list, 'meterId', meterIds[0]!, [calls!]);
      await walkFilter(list, 'query', 'hero', [calls!]);
    },
  },
  get: {
    request: CustomerPortalCustomerMetersGetRequest$outboundSchema,
    async walk() {
      const { customerId, meterIds } = await metered(['Calls']);
      const { token } = await shop.seller.customerSessions.create({ customerId });
      const client = asCustomer(token, 'customerMeters');
      const [id] = await ids(client['list']! as List, {});
      const { meter: shown, ...units } = (await client['get']!({ id })) as { meter: object };
      expect(units).toMatchObject({ id, customerId, meterId: meterIds[0], consumedUnits: 1, balance: -1 });
      expect(shown).toMatchObject({ id: meterIds[0], name: 'Calls' });
      await expect(client['get']!({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
};

const SOCIAL_URL: Record<OrganizationSocialPlatforms, string> = {
  x: 'https://x.com/stern',
  github: 'https://github.com/stern',
  facebook: 'https://facebook.com/stern',
  instagram: 'https://instagram.com/stern',
  youtube: 'https://youtube.com/stern',
  tiktok: 'https://tiktok.com/@stern',
  linkedin: 'https://linkedin.com/in/stern',
  other: 'https://social.example/@stern',
};
const organizationTerms = {
  avatarUrl: 'https://example.com/star.png',
  email: 'hello@example.com',
  website: 'https://example.com/',
  socials: Object.values(OrganizationSocialPlatforms).map((platform) => ({ platform, url: SOCIAL_URL[platform] })),
  featureSettings: { issueFundingEnabled: true, usageBasedBillingEnabled: true },
};
const details = {
  about: 'Star charts',
  productDescription: 'Charts by the month',
  intendedUse: 'Subscriptions',
  customerAcquisition: ['newsletter'],
  futureAnnualRevenue: 12_000,
  switching: true,
  previousAnnualRevenue: 9_000,
};
const SWITCHED_FROM = ['paddle', 'lemon_squeezy', 'gumroad', 'stripe', 'other', null] as const;
const SUBSCRIPTIONS = [
  { allowMultipleSubscriptions: true, allowCustomerUpdates: false, prorationBehavior: 'invoice' as const },
  { allowMultipleSubscriptions: false, allowCustomerUpdates: true, prorationBehavior: 'prorate' as const },
];

const organizations: Record<string, Method> = {
  list: {
    request: OrganizationsListRequest$outboundSchema,
    async walk() {
      const create = () => owner.organizations.create({ name: fresh('Listed '), slug: fresh('listed-') });
      const [one] = [await create(), await create()];
      const list = owner.organizations.list.bind(owner.organizations) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'slug', one.slug, [one.id]);
    },
  },
  create: {
    request: OrganizationCreate$outboundSchema,
    async walk() {
      const about = () => ({ name: fresh('Nordlicht '), slug: fresh('nord-') });
      const created = await owner.organizations.create({
        ...about(),
        ...organizationTerms,
        details: { ...details, switchingFrom: 'paddle' },
        subscriptionSettings: SUBSCRIPTIONS[0]!,
      });
      expect(created).toMatchObject({ ...organizationTerms, subscriptionSettings: SUBSCRIPTIONS[0] });
      for (const switchingFrom of SWITCHED_FROM)
        await owner.organizations.create({ ...about(), details: { ...details, switchingFrom } });
      await owner.organizations.create({ ...about(), subscriptionSettings: SUBSCRIPTIONS[1]! });
      await owner.organizations.create({ ...nulls(this.request), ...about() });
    },
  },
  get: {
    request: OrganizationsGetRequest$outboundSchema,
    walk: async () => void (await seller.organizations.get({ id: shop.organizationId })),
  },
  update: {
    request: OrganizationsUpdateRequest$outboundSchema,
    async walk() {
      const { id } = await owner.organizations.create({ name: 'Before', slug: fresh('nord-') });
      const update = (organizationUpdate: object) => owner.organizations.update({ id, organizationUpdate });
      for (const subscriptionSettings of SUBSCRIPTIONS) {
        const changes = { name: fresh('After '), ...organizationTerms, subscriptionSettings };
        expect(await update({ ...changes, details: { ...details, switchingFrom: 'other' } })).toMatchObject(changes);
      }
      for (const switchingFrom of SWITCHED_FROM) await update({ details: { ...details, switchingFrom } });
      expect(await update(nulls(schemaAt(this.request, 'organizationUpdate')))).toMatchObject({
        name: expect.stringContaining('After'),
        avatarUrl: null,
        email: null,
        website: null,
        socials: [],
        featureSettings: organizationTerms.featureSettings,
        subscriptionSettings: SUBSCRIPTIONS[1],
      });
    },
  },
};

/** A paid order of 10.00 and what it was paid with. */
async function sold(interval: 'month' | null = null) {
  const { id } = await product({ recurringInterval: interval });
  const email = `${fresh()}@example.com`;
  const checkoutId = await shop.buy(id, { email });
  const [order] = (await shop.seller.orders.list({ checkoutId })).result.items;
  const [payment] = (await shop.seller.payments.list({ checkoutId })).result.items;
  return { order: order!, payment: payment!, email, checkoutId };
}

const payments: Record<string, Method> = {
  list: {
    request: PaymentsListRequest$outboundSchema,
    async walk() {
      const [one, two] = [await sold(), await sold()];
      const list = seller.payments.list.bind(seller.payments) as List;
      await walkList(list, this.request, 2);
      const narrowing = { customerEmail: one.email };
      await walkFilter(list, 'organizationId', shop.organizationId, [one.payment.id], narrowing);
      await walkFilter(list, 'checkoutId', one.checkoutId, [one.payment.id]);
      await walkFilter(list, 'orderId', two.order.id, [two.payment.id]);
      await walkFilter(list, 'customerEmail', one.email, [one.payment.id]);
      await walkFilter(list, 'customerEmail', [one.email, two.email], [one.payment.id, two.payment.id]);
      const states = { succeeded: [one.payment.id], pending: [], failed: [] };
      for (const [status, expected] of Object.entries(states)) {
        await walkFilter(list, 'status', status, expected, narrowing);
        await walkFilter(list, 'status', [status], expected, narrowing);
      }
      await walkFilter(list, 'method', 'card', [one.payment.id], narrowing);
      await walkFilter(list, 'method', ['card'], [one.payment.id], narrowing);
    },
  },
  get: {
    request: PaymentsGetRequest$outboundSchema,
    async walk() {
      const { order, payment, checkoutId } = await sold();
      expect(await seller.payments.get({ id: payment.id })).toMatchObject({
        ...{ processor: 'stripe', status: 'succeeded', amount: 1_000, currency: 'usd', method: 'card' },
        ...{ declineReason: null, declineMessage: null, checkoutId, orderId: order.id },
      });
    },
  },
};

const refunds: Record<string, Method> = {
  list: {
    request: RefundsListRequest$outboundSchema,
    async walk() {
      const [{ order }, { order: other }] = [await sold('month'), await sold()];
      const refund = async (of: typeof order, amount: number) =>
        (await seller.refunds.create({ orderId: of.id, amount, reason: 'other' }))!.id;
      const [one, two, three] = [await refund(order, 100), await refund(order, 50), await refund(other, 70)];
      const list = seller.refunds.list.bind(seller.refunds) as List;
      await walkList(list, this.request, 3);
      await walkFilter(list, 'id', one, [one]);
      await walkFilter(list, 'organizationId', shop.organizationId, [three], { orderId: other.id });
      await walkFilter(list, 'orderId', order.id, [one, two]);
      await walkFilter(list, 'subscriptionId', order.subscriptionId, [one, two]);
      await walkFilter(list, 'customerId', other.customerId, [three]);
      for (const succeeded of [true, false])
        await walkFilter(list, 'succeeded', succeeded, [one, two], { orderId: order.id });
    },
  },
  create: {
    request: RefundCreate$outboundSchema,
    async walk() {
      const { order } = await sold();
      const about = { orderId: order.id, amount: 10 };
      for (const reason of Object.values(RefundReason)) {
        const given = { ...about, reason, metadata };
        expect(await seller.refunds.create({ ...given, comment: 'Why', revokeBenefits: false })).toMatchObject({
          ...{ ...given, status: 'succeeded', taxAmount: 0, currency: 'usd', organizationId: shop.organizationId },
          ...{ subscriptionId: null, customerId: order.customerId, revokeBenefits: false },
        });
      }
      expect(await seller.refunds.create({ ...about, ...nulls(this.request), reason: 'other' })).toMatchObject({
        metadata: {},
      });
    },
  },
};

const customerSessions: Record<string, Method> = {
  create: {
    request: CustomerSessionsCreateCustomerSessionCreate$outboundSchema,
    async walk() {
      const { id: customerId, externalId } = await customer();
      for (const named of [{ customerId }, { customerExternalId: externalId! }])
        expect(await seller.customerSessions.create(named)).toMatchObject({ customerId, customer: { externalId } });
    },
  },
};

/** A request without anything but the session. */
const NOTHING_ASKED = { _def: { typeName: 'ZodObject', shape: () => ({}) } };

/** A customer who has bought a monthly plan with a benefit and a one-time product, and a session of theirs. */
async function buyerOfTwo() {
  const { id: benefitId } = await benefit();
  const [plan, paper] = [await product({ recurringInterval: 'month' }), await product()];
  for (const { id } of [plan, paper])
    await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefitId] } });
  const email = `${fresh()}@example.com`;
  const checkoutIds = [await shop.buy(plan.id, { email }), await shop.buy(paper.id, { email })] as const;
  const orderOf = async (checkoutId: string) => (await shop.seller.orders.list({ checkoutId })).result.items[0]!;
  const orders = [await orderOf(checkoutIds[0]), await orderOf(checkoutIds[1])] as const;
  const { customerId } = orders[0];
  const { token } = await seller.customerSessions.create({ customerId });
  const products = { plan: plan.id, paper: paper.id };
  return {
    token,
    customerId,
    email,
    benefitId,
    products,
    orders,
    checkoutIds,
    subscriptionId: orders[0].subscriptionId!,
  };
}

const portalGrants: Record<string, Method> = {
  list: {
    request: CustomerPortalBenefitGrantsListRequest$outboundSchema,
    async walk() {
      const { token, benefitId, orders, checkoutIds, subscriptionId } = await buyerOfTwo();
      const list: List = asCustomer(token, 'benefitGrants')['list']!;
      await walkList(list, this.request, 2);
      const all = await ids(list, {});
      const [ofPlan] = await ids(list, { subscriptionId });
      const [ofPaper] = await ids(list, { orderId: orders[1].id });
      expect([...all].sort()).toEqual([ofPlan, ofPaper].sort());
      await walkFilter(list, 'organizationId', shop.organizationId, all);
      await walkFilter(list, 'benefitId', benefitId, all);
      await walkFilter(list, 'subscriptionId', subscriptionId, [ofPlan!]);
      await walkFilter(list, 'orderId', orders[1].id, [ofPaper!]);
      await walkFilter(list, 'checkoutId', checkoutIds[1], [ofPaper!]);
      for (const type of Object.values(BenefitType)) {
        await walkFilter(list, 'typeFilter', type, type === 'custom' ? all : []);
        await walkFilter(list, 'typeFilter', [type], type === 'custom' ? all : []);
      }
    },
  },
  get: {
    request: CustomerPortalBenefitGrantsGetRequest$outboundSchema,
    async walk() {
      const { token, benefitId } = await buyerOfTwo();
      const grants = asCustomer(token, 'benefitGrants');
      const [id] = await ids(grants['list']!, {});
      expect(await grants['get']!({ id })).toMatchObject({
        id,
        benefit: { id: benefitId, properties: { note: 'Hi' } },
      });
    },
  },
  update: {
    request: CustomerPortalBenefitGrantsUpdateRequest$outboundSchema,
    except: Object.fromEntries(
      ['discord', 'github_repository', 'downloadables', 'license_keys', 'meter_credit']
        .map((type) => [
          `customerBenefitGrantUpdate.benefitType: ${type}`,
          "Nothing of it is the customer's to change.",
        ])
        .concat([
          ['customerBenefitGrantUpdate.properties', 'Of Discord and GitHub: remote-grants.spec.ts chooses an account.'],
        ]),
    ),
    async walk() {
      const { token } = await buyerOfTwo();
      const grants = asCustomer(token, 'benefitGrants');
      const [id] = await ids(grants['list']!, {});
      const customerBenefitGrantUpdate = { benefitType: 'custom' };
      expect(await grants['update']!({ id, customerBenefitGrantUpdate })).toMatchObject({ id, isGranted: true });
    },
  },
};

const portalCustomers: Record<string, Method> = {
  get: {
    request: NOTHING_ASKED,
    async walk() {
      const { token, customerId: id, email } = await buyerOfTwo();
      expect(await asCustomer(token, 'customers')['get']!()).toMatchObject({ id, email, oauthAccounts: {} });
    },
  },
  update: {
    request: CustomerPortalCustomerUpdate$outboundSchema,
    async walk() {
      const { token, email } = await buyerOfTwo();
      const update = asCustomer(token, 'customers')['update']!;
      const given = { email, name: 'Ada', billingAddress: address };
      expect(await update(given)).toMatchObject({ ...given, billingAddress: { state: 'US-CA' } });
      expect(await update({ billingAddress: noAddress, taxId: '123456788' })).toMatchObject({
        taxId: ['DE123456788', 'eu_vat'],
      });
      expect(await update(nulls(this.request))).toMatchObject({ email, name: null, billingAddress: null, taxId: null });
    },
  },
  getPaymentMethods: {
    request: CustomerPortalCustomersGetPaymentMethodsRequest$outboundSchema,
    async walk() {
      const { token } = await buyerOfTwo();
      const { getPaymentMethods, addPaymentMethod } = asCustomer(token, 'customers');
      await addPaymentMethod!({ confirmationTokenId: 'ctoken_ok', setDefault: false, returnUrl: shop.url });
      await walkList(getPaymentMethods!, this.request, 2);
    },
  },
  addPaymentMethod: {
    request: CustomerPaymentMethodCreate$outboundSchema,
    async walk() {
      const { token } = await buyerOfTwo();
      const added = { confirmationTokenId: 'ctoken_ok', setDefault: true, returnUrl: shop.url };
      expect(await asCustomer(token, 'customers')['addPaymentMethod']!(added)).toMatchObject({
        // The client tries a method without a card first, and drops the card.
        ...{ type: 'card', default: true, id: expect.any(String), createdAt: expect.any(Date) },
      });
    },
  },
  deletePaymentMethod: {
    request: CustomerPortalCustomersDeletePaymentMethodRequest$outboundSchema,
    async walk() {
      const { token } = await buyerOfTwo();
      const { addPaymentMethod, deletePaymentMethod, getPaymentMethods } = asCustomer(token, 'customers');
      const added = { confirmationTokenId: 'ctoken_ok', setDefault: false, returnUrl: shop.url };
      const { id } = (await addPaymentMethod!(added)) as { id: string };
      await deletePaymentMethod!({ id });
      expect(await ids(getPaymentMethods!, {})).toHaveLength(1);
      await expect(deletePaymentMethod!({ id })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
};

/** Somebody who has a license key by a subscription. */
async function licensee() {
  const { id: benefitId } = await shop.seller.benefits.create({
    type: 'license_keys',
    description: 'Desktop app',
    properties: { activations: { limit: 2, enableCustomerAdmin: true } },
  });
  const { id } = await product({ recurringInterval: 'month' });
  await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefitId] } });
  const email = `${fresh()}@example.com`;
  const checkoutId = await shop.buy(id, { email });
  const { customerId } = (await shop.seller.orders.list({ checkoutId })).result.items[0]!;
  const { token } = await seller.customerSessions.create({ customerId });
  const keys = asCustomer(token, 'licenseKeys');
  const { result } = (await keys['list']!({})) as { result: { items: { id: string; key: string }[] } };
  const { id: keyId, key } = result.items[0]!;
  return { keys, benefitId, customerId, keyId, named: { key, organizationId: shop.organizationId } };
}

const portalLicenseKeys: Record<string, Method> = {
  list: {
    request: CustomerPortalLicenseKeysListRequest$outboundSchema,
    async walk() {
      const { keys, benefitId, keyId } = await licensee();
      const list: List = keys['list']!;
      await walkList(list, this.request, 1);
      await walkFilter(list, 'organizationId', shop.organizationId, [keyId]);
      // The client takes one benefit here.
      expect(await ids(list, { benefitId })).toEqual([keyId]);
      expect(await ids(list, { benefitId: newUuid() })).toEqual([]);
    },
  },
  get: {
    request: CustomerPortalLicenseKeysGetRequest$outboundSchema,
    async walk() {
      const { keys, benefitId, customerId, keyId: id, named } = await licensee();
      expect(await keys['get']!({ id })).toMatchObject({
        ...{ id, benefitId, customerId, key: named.key, activations: [], limitActivations: 2 },
      });
    },
  },
  activate: {
    request: LicenseKeyActivate$outboundSchema,
    async walk() {
      const { keys, keyId, named } = await licensee();
      const given = { ...named, label: 'Desk', conditions: metadata, meta: metadata };
      expect(await keys['activate']!(given)).toMatchObject({ licenseKeyId: keyId, label: 'Desk', meta: metadata });
    },
  },
  validate: {
    request: LicenseKeyValidate$outboundSchema,
    async walk() {
      const { keys, benefitId, customerId, named } = await licensee();
      const given = { ...named, label: 'Desk', conditions: metadata };
      const { id: activationId } = (await keys['activate']!(given)) as { id: string };
      const whole = { ...named, activationId, benefitId, customerId, incrementUsage: 1, conditions: metadata };
      expect(await keys['validate']!(whole)).toMatchObject({ usage: 1, activation: { id: activationId } });
      const less = { ...named, ...nulls(this.request) };
      expect(await keys['validate']!(less)).toMatchObject({ usage: 1, activation: null });
    },
  },
  deactivate: {
    request: LicenseKeyDeactivate$outboundSchema,
    async walk() {
      const { keys, keyId: id, named } = await licensee();
      const { id: activationId } = (await keys['activate']!({ ...named, label: 'Desk' })) as { id: string };
      await keys['deactivate']!({ ...named, activationId });
      expect(await keys['get']!({ id })).toMatchObject({ activations: [] });
    },
  },
};

const portalOrders: Record<string, Method> = {
  list: {
    request: CustomerPortalOrdersListRequest$outboundSchema,
    async walk() {
      const { token, products, orders, subscriptionId } = await buyerOfTwo();
      const [{ id: ofPlan }, { id: ofPaper }] = orders;
      const list: List = asCustomer(token, 'orders')['list']!;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'organizationId', shop.organizationId, [ofPlan, ofPaper]);
      await walkFilter(list, 'productId', products.paper, [ofPaper]);
      await walkFilter(list, 'subscriptionId', subscriptionId, [ofPlan]);
      await walkFilter(list, 'query', ofPaper, [ofPaper]);
      for (const [type, expected] of [
        ['recurring', [ofPlan]],
        ['one_time', [ofPaper]],
      ] as const) {
        await walkFilter(list, 'productBillingType', type, [...expected]);
        await walkFilter(list, 'productBillingType', [type], [...expected]);
      }
    },
  },
  get: {
    request: CustomerPortalOrdersGetRequest$outboundSchema,
    async walk() {
      const { token, orders, products } = await buyerOfTwo();
      expect(await asCustomer(token, 'orders')['get']!({ id: orders[1].id })).toMatchObject({
        ...{ netAmount: 1_000, currency: 'usd', subscription: null, userId: orders[1].customerId },
        product: { id: products.paper, organization: { id: shop.organizationId } },
      });
    },
  },
  invoice: {
    request: CustomerPortalOrdersInvoiceRequest$outboundSchema,
    async walk() {
      const { token, orders } = await buyerOfTwo();
      const { url } = (await asCustomer(token, 'orders')['invoice']!({ id: orders[1].id })) as { url: string };
      expect((await fetch(url)).headers.get('content-type')).toBe('application/pdf');
    },
  },
};

const portalDownloads: Record<string, Method> = {
  list: {
    request: CustomerPortalDownloadablesListRequest$outboundSchema,
    async walk() {
      const { token, benefitId } = await readerOfTwo();
      const list: List = asCustomer(token, 'downloadables')['list']!;
      await walkList(list, this.request, 2);
      const all = await ids(list, {});
      await walkFilter(list, 'organizationId', shop.organizationId, all);
      await walkFilter(list, 'benefitId', benefitId, all);
    },
  },
  get: {
    request: CustomerPortalDownloadablesCustomerPortalDownloadablesGetRequest$outboundSchema,
    async walk() {
      const customerSession = (await readerOfTwo()).token;
      const { result } = await shop.seller.customerPortal.downloadables.list({ customerSession }, {});
      const request = { token: result.items[0]!.file.download.url.split('/').at(-1)! };
      // It takes a redirect, but not the bytes behind it, unless they are JSON.
      const httpClient = new HTTPClient({ fetcher: (one) => fetch(one, { redirect: 'manual' }) });
      const anybody = new Polar({ serverURL: shop.url, httpClient });
      expect(await anybody.customerPortal.downloadables.get(request)).toBeUndefined();
      called.set('customerPortal.downloadables.get', [request]);
    },
  },
};

/** Somebody who may download two files. */
async function readerOfTwo(): Promise<{ token: string; benefitId: string }> {
  const about = { service: 'downloadable', mime_type: 'application/pdf' };
  const upload = (name: string) =>
    uploadFile(shop.url, { authorization: `Bearer ${shop.bearer}` }, { ...about, name }, PNG);
  const files = [(await upload('1.pdf')).id, (await upload('2.pdf')).id];
  const properties = { files };
  const { id: benefitId } = await shop.seller.benefits.create({
    type: 'downloadables',
    description: 'Files',
    properties,
  });
  const { id } = await product();
  await seller.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [benefitId] } });
  const checkoutId = await shop.buy(id, { email: `${fresh()}@example.com` });
  const { customerId } = (await shop.seller.orders.list({ checkoutId })).result.items[0]!;
  return { token: (await seller.customerSessions.create({ customerId })).token, benefitId };
}

const portalOrganizations: Record<string, Method> = {
  get: {
    request: CustomerPortalOrganizationsGetRequest$outboundSchema,
    async walk() {
      const { id, slug } = await owner.organizations.create({ name: 'Portal', slug: fresh('portal-') });
      const get = asCustomer('', 'organizations')['get']!;
      expect(await get({ slug })).toMatchObject({ organization: { id, slug }, products: [] });
    },
  },
};

const portalSubscriptions: Record<string, Method> = {
  list: {
    request: CustomerPortalSubscriptionsListRequest$outboundSchema,
    async walk() {
      const { token, email, products, subscriptionId } = await buyerOfTwo();
      const other = await product({ recurringInterval: 'month', name: 'Zebra' });
      await shop.buy(other.id, { email });
      const list: List = asCustomer(token, 'subscriptions')['list']!;
      await walkList(list, this.request, 2);
      const [second] = await ids(list, { productId: other.id });
      await walkFilter(list, 'organizationId', shop.organizationId, [subscriptionId, second!]);
      await walkFilter(list, 'productId', products.plan, [subscriptionId]);
      await walkFilter(list, 'query', 'zebra', [second!]);
      await shop.seller.subscriptions.revoke({ id: second! });
      await walkFilter(list, 'active', true, [subscriptionId]);
      await walkFilter(list, 'active', false, [second!]);
    },
  },
  get: {
    request: CustomerPortalSubscriptionsGetRequest$outboundSchema,
    async walk() {
      const { token, products, subscriptionId: id } = await buyerOfTwo();
      expect(await asCustomer(token, 'subscriptions')['get']!({ id })).toMatchObject({
        ...{ id, status: 'active', meters: [], prices: [{ priceAmount: 1_000 }] },
        product: { id: products.plan, organization: { id: shop.organizationId } },
      });
    },
  },
  cancel: {
    request: CustomerPortalSubscriptionsCancelRequest$outboundSchema,
    async walk() {
      const { token, subscriptionId: id } = await buyerOfTwo();
      const { cancel } = asCustomer(token, 'subscriptions');
      expect(await cancel!({ id })).toMatchObject({ cancelAtPeriodEnd: true });
      await expect(cancel!({ id })).rejects.toBeInstanceOf(AlreadyCanceledSubscription);
      await expect(cancel!({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  update: {
    request: CustomerPortalSubscriptionsUpdateRequest$outboundSchema,
    async walk() {
      const { token, subscriptionId: id } = await buyerOfTwo();
      const larger = await product({
        recurringInterval: 'month',
        prices: [{ amountType: 'fixed', priceAmount: 2_000 }],
      });
      const update = (customerSubscriptionUpdate: object) =>
        asCustomer(token, 'subscriptions')['update']!({ id, customerSubscriptionUpdate });
      expect(await update({ productId: larger.id })).toMatchObject({ amount: 2_000, product: { id: larger.id } });
      for (const cancellationReason of Object.values(CustomerCancellationReason)) {
        const why = { cancellationReason, cancellationComment: 'Why' };
        expect(await update({ cancelAtPeriodEnd: true, ...why })).toMatchObject({
          customerCancellationReason: cancellationReason,
        });
        expect(
          await update({ cancelAtPeriodEnd: false, cancellationReason: null, cancellationComment: null }),
        ).toMatchObject({ cancelAtPeriodEnd: false });
      }
      await update({ cancelAtPeriodEnd: true });
      await expect(update({ cancelAtPeriodEnd: true })).rejects.toBeInstanceOf(AlreadyCanceledSubscription);
    },
    except: { 'customerSubscriptionUpdate.cancelAtPeriodEnd: null': 'Then nothing is asked for: 422.' },
  },
};

/** What the seller's form connects at a pretend platform. */
async function connectedAt(flow: 'discord/bot' | 'github/installation', code: string): Promise<URLSearchParams> {
  const headers = { authorization: `Bearer ${shop.bearer.replace('seller', 'user')}` };
  const redirected = async (path: string, query: Record<string, string>) => {
    const address = `${shop.url}/v1/integrations/${flow}/${path}?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(address, { headers, redirect: 'manual' });
    return new URL(answer.headers.get('location')!).searchParams;
  };
  const begun = await redirected('authorize', { organization_id: shop.organizationId, return_to: '/' });
  return redirected('callback', { code, state: begun.get('state')! });
}

/** The properties of each type: those that are needed, and others. */
async function benefitProperties() {
  const guildToken = (await connectedAt('discord/bot', fresh('club'))).get('guild_token')!;
  const repositoryOwner = fresh('owner');
  await connectedAt('github/installation', repositoryOwner);
  const about = { service: 'downloadable', mime_type: 'application/pdf', name: 'a.pdf' };
  const { id } = await uploadFile(shop.url, { authorization: `Bearer ${shop.bearer}` }, about, PNG);
  const { id: meterId } = await meter();
  const none = { prefix: null, expires: null, activations: null, limitUsage: null };
  const keysFor = (timeframe: string) => ({
    ...{ prefix: 'APP', limitUsage: 3, expires: { ttl: 1, timeframe } },
    activations: { limit: 2, enableCustomerAdmin: true },
  });
  return {
    custom: [{ note: 'Hi' }, { note: null }],
    discord: [
      { guildToken, roleId: '1' },
      { guildToken, roleId: '2' },
    ],
    github_repository: ['pull', 'triage', 'push', 'maintain', 'admin'].map((permission) => ({
      ...{ repositoryOwner, repositoryName: 'docs', permission },
    })),
    downloadables: [{ files: [id] }, { files: [id], archived: { [id]: true } }],
    license_keys: [none, ...['year', 'month', 'day'].map(keysFor)],
    meter_credit: [true, false].map((rollover) => ({ meterId, units: 100, rollover })),
  };
}

const benefits: Record<string, Method> = {
  list: {
    request: BenefitsListRequest$outboundSchema,
    async walk() {
      const [one, other] = [
        await benefit(),
        await seller.benefits.create({ type: 'license_keys', description: 'Heron', properties: {} }),
      ];
      const list = seller.benefits.list.bind(seller.benefits) as List;
      await walkList(list, this.request, 2);
      await walkFilter(list, 'query', 'hero', [other.id]);
      for (const typeFilter of Object.values(BenefitType))
        await ids(list, { typeFilter }).then((found) => expect(found.includes(one.id)).toBe(typeFilter === 'custom'));
      expect(await ids(list, { typeFilter: ['license_keys', 'discord'], query: 'heron' })).toEqual([other.id]);
      expect(await ids(list, { organizationId: newUuid() })).toEqual([]);
      expect(await ids(list, { organizationId: [shop.organizationId], query: 'heron' })).toEqual([other.id]);
    },
  },
  create: {
    request: BenefitCreate$outboundSchema,
    async walk() {
      for (const [type, all] of Object.entries(await benefitProperties()))
        for (const [at, properties] of all.entries()) {
          // Access to a repository is given by a person.
          const by = type === 'github_repository' ? user : seller;
          const organizationId = by === user ? shop.organizationId : null;
          const given = { type, description: `Benefit ${at}`, properties, metadata, organizationId };
          expect(await by.benefits.create(given as never)).toMatchObject({
            type,
            description: `Benefit ${at}`,
            metadata,
          });
        }
    },
  },
  get: {
    request: BenefitsGetRequest$outboundSchema,
    async walk() {
      const { id } = await benefit();
      expect(await seller.benefits.get({ id })).toMatchObject({ id, type: 'custom', properties: { note: 'Hi' } });
      await expect(seller.benefits.get({ id: newUuid() })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  update: {
    request: BenefitsUpdateRequest$outboundSchema,
    async walk() {
      for (const [type, [first, ...others]] of Object.entries(await benefitProperties())) {
        const by = type === 'github_repository' ? user : seller;
        const organizationId = by === user ? shop.organizationId : null;
        const { id } = await by.benefits.create({
          type,
          description: 'Before',
          properties: first,
          organizationId,
        } as never);
        const update = (changes: object) =>
          by.benefits.update({ id, requestBody: { type, ...changes } as never }) as Promise<object>;
        expect(await update({ description: 'After', metadata })).toMatchObject({ description: 'After', metadata });
        for (const properties of [...others, first, null]) await update({ description: null, properties });
      }
    },
  },
  delete: {
    request: BenefitsDeleteRequest$outboundSchema,
    async walk() {
      const { id } = await benefit();
      expect(await seller.benefits.delete({ id })).toBeUndefined();
      await expect(seller.benefits.delete({ id })).rejects.toBeInstanceOf(ResourceNotFound);
    },
  },
  grants: {
    request: BenefitsGrantsRequest$outboundSchema,
    async walk() {
      const { benefitId: id, customerId, subscriptionId } = await buyerOfTwo();
      const grants = ((request: object) => seller.benefits.grants({ id, ...request })) as List;
      await walkList(grants, this.request, 2);
      await walkFilter(grants, 'customerId', customerId, await ids(grants, {}));
      expect(await ids(grants, { customerId: newUuid() })).toEqual([]);
      await shop.seller.subscriptions.revoke({ id: subscriptionId });
      await shop.settled();
      const [revoked] = await ids(grants, { isGranted: false });
      expect(await ids(grants, { isGranted: true })).not.toContain(revoked);
    },
  },
};

const METHODS: Record<Namespace | PortalNamespace, Record<string, Method>> = {
  'customerPortal.benefitGrants': portalGrants,
  'customerPortal.customers': portalCustomers,
  'customerPortal.customerMeters': portalMeters,
  'customerPortal.downloadables': portalDownloads,
  'customerPortal.licenseKeys': portalLicenseKeys,
  'customerPortal.orders': portalOrders,
  'customerPortal.organizations': portalOrganizations,
  'customerPortal.subscriptions': portalSubscriptions,
  customerSessions,
  products,
  files,
  customFields,
  discounts,
  checkouts,
  checkoutLinks,
  customers,
  customerMeters,
  meters,
  events,
  organizations,
  payments,
  refunds,
  benefits,
};

/** The names of a class's methods, as the client publishes it. */
function methodsOf(namespace: Namespace | PortalNamespace): string[] {
  const path = namespace.split('.') as (keyof object)[];
  const target = path.reduce<object>((within, name) => within[name], shop.seller);
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(target));
  return names.filter((name) => name !== 'constructor').map((name) => `${namespace}.${name}`);
}

const ALL = [...NAMESPACES, ...PORTAL.map((name) => `customerPortal.${name}` as const)];

describe("every method of the client's catalog, checkout and portal", () => {
  it.each(ALL)('has a test, in %s', (namespace) => {
    const tested = Object.keys(METHODS[namespace]).map((name) => `${namespace}.${name}`);
    const leftOut = Object.keys(LEFT_OUT).filter((name) => name.startsWith(`${namespace}.`));
    expect([...tested, ...leftOut].sort()).toEqual(methodsOf(namespace).sort());
  });

  const all = ALL.flatMap((namespace) =>
    Object.entries(METHODS[namespace]).map(([name, method]): [string, Method] => [`${namespace}.${name}`, method]),
  );
  it.each(all)('%s takes every parameter, and answers as the client demands', async (name, method) => {
    called.delete(name);
    await method.walk();
    const filledPlaces = new Set(called.get(name)?.flatMap((request) => filledIn(request)));
    const except = Object.keys(method.except ?? {});
    const missing = [...placesOf(method.request)].filter((place) => !filledPlaces.has(place));
    expect(missing.filter((place) => !except.some((beginning) => place.startsWith(beginning)))).toEqual([]);
    const needless = except.filter((beginning) => !missing.some((place) => place.startsWith(beginning)));
    expect(needless).toEqual([]);
  });
});
