import { expect } from '@jest/globals';
import { Polar } from '@polar-sh/sdk';
import { BenefitType } from '@polar-sh/sdk/models/components/benefittype.js';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { LicenseKeyActivate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeyactivate.js';
import { LicenseKeyDeactivate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeydeactivate.js';
import { LicenseKeyValidate$outboundSchema } from '@polar-sh/sdk/models/components/licensekeyvalidate.js';
import { CustomerPortalLicenseKeysGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportallicensekeysget.js';
import { CustomerPortalLicenseKeysListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportallicensekeyslist.js';
import { CustomerPortalBenefitGrantsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantsget.js';
import { CustomerPortalBenefitGrantsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantslist.js';
import { CustomerPortalBenefitGrantsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalbenefitgrantsupdate.js';
import { CustomerPortalDownloadablesCustomerPortalDownloadablesGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportaldownloadablescustomerportaldownloadablesget.js';
import { CustomerPortalDownloadablesListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportaldownloadableslist.js';
import { newUuid } from '../../../../src/kernel/ids.ts';
import { PNG, uploadFile } from '../../../support/uploads.ts';
import { type Method, asCustomer, called, fresh, seller, shop } from './client.ts';
import { metadata, product } from './entities.ts';
import { type List, ids, nulls, walkFilter, walkList } from './lists.ts';
import { buyerOfTwo } from './portal-customers.ts';

export const portalGrants: Record<string, Method> = {
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

export const portalLicenseKeys: Record<string, Method> = {
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

export const portalDownloads: Record<string, Method> = {
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
