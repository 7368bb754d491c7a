import { expect } from '@jest/globals';
import { CustomerCancellationReason } from '@polar-sh/sdk/models/components/customercancellationreason.js';
import { CustomerPaymentMethodCreate$outboundSchema } from '@polar-sh/sdk/models/components/customerpaymentmethodcreate.js';
import { CustomerPortalCustomerUpdate$outboundSchema } from '@polar-sh/sdk/models/components/customerportalcustomerupdate.js';
import { AlreadyCanceledSubscription } from '@polar-sh/sdk/models/errors/alreadycanceledsubscription.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { CustomerPortalCustomersDeletePaymentMethodRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomersdeletepaymentmethod.js';
import { CustomerPortalCustomersGetPaymentMethodsRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalcustomersgetpaymentmethods.js';
import { CustomerPortalOrdersGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalordersget.js';
import { CustomerPortalOrdersInvoiceRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalordersinvoice.js';
import { CustomerPortalOrdersListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalorderslist.js';
import { CustomerPortalOrganizationsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalorganizationsget.js';
import { CustomerPortalSubscriptionsCancelRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionscancel.js';
import { CustomerPortalSubscriptionsGetRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionsget.js';
import { CustomerPortalSubscriptionsListRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionslist.js';
import { CustomerPortalSubscriptionsUpdateRequest$outboundSchema } from '@polar-sh/sdk/models/operations/customerportalsubscriptionsupdate.js';
import { CustomerSessionsCreateCustomerSessionCreate$outboundSchema } from '@polar-sh/sdk/models/operations/customersessionscreate.js';
import { newUuid } from '../../../../src/kernel/ids.ts';
import { type Method, asCustomer, fresh, owner, seller, shop } from './client.ts';
import { address, benefit, customer, noAddress, product } from './entities.ts';
import { type List, ids, nulls, walkFilter, walkList } from './lists.ts';

export const customerSessions: Record<string, Method> = {
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
export async function buyerOfTwo() {
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

export const portalCustomers: Record<string, Method> = {
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

export const portalOrders: Record<string, Method> = {
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

export const portalOrganizations: Record<string, Method> = {
  get: {
    request: CustomerPortalOrganizationsGetRequest$outboundSchema,
    async walk() {
      const { id, slug } = await owner.organizations.create({ name: 'Portal', slug: fresh('portal-') });
      const get = asCustomer('', 'organizations')['get']!;
      expect(await get({ slug })).toMatchObject({ organization: { id, slug }, products: [] });
    },
  },
};

export const portalSubscriptions: Record<string, Method> = {
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
