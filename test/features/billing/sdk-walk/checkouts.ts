import { expect } from '@jest/globals';
import { CheckoutCreate$outboundSchema } from '@polar-sh/sdk/models/components/checkoutcreate.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
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
import { type Method, fresh, seller, shop } from './client.ts';
import {
  FIELD_PROPERTIES,
  FIELD_TYPES,
  address,
  customer,
  discount,
  metadata,
  noAddress,
  product,
} from './entities.ts';
import { type List, ids, nulls, schemaAt, walkFilter, walkList } from './lists.ts';

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

export const checkouts: Record<string, Method> = {
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

export const checkoutLinks: Record<string, Method> = {
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
