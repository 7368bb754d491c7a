import { PNG } from '../support/uploads.ts';
import type { Purchase, Seller } from './seller.ts';
import type { Stock } from './stock.ts';

/** One request, by the names on the wire, which all clients share: each client gets it under the names of its own. */
export interface Example {
  /** Values of the path's parameters, in order. */
  path?: string[];
  query?: object;
  body?: object;
  /** Sent in place of the organization's token: a customer's session, or a user's key. */
  token?: string;
}

type Prepare = (seller: Seller, stock: Stock) => Example | Promise<Example>;

const metadata = { tier: 'gold' };
const address = { country: 'DE' };
const list: Prepare = () => ({ query: { limit: 100 } });
const portalList: Prepare = (_, { session: token }) => ({ query: { limit: 100 }, token });

/** What lies behind a route of the product; one that changes something gets something new each time. */
export const EXAMPLES: Readonly<Record<string, Prepare>> = {
  'GET /v1/benefits': list,
  'POST /v1/benefits': () => ({
    body: { type: 'custom', description: 'Support', properties: { note: null }, metadata },
  }),
  'GET /v1/benefits/{id}': (_, { benefit }) => ({ path: [benefit] }),
  'PATCH /v1/benefits/{id}': (_, { benefit }) => ({ path: [benefit], body: { type: 'custom', description: 'Help' } }),
  'DELETE /v1/benefits/{id}': async (seller) => ({ path: [(await seller.benefit()).id] }),
  'GET /v1/benefits/{id}/grants': (_, { benefit }) => ({ path: [benefit] }),
  'GET /v1/benefit-grants': list,
  'GET /v1/checkout-links': list,
  'POST /v1/checkout-links': (_, { product }) => ({
    body: { payment_processor: 'stripe', products: [product], label: 'Autumn', metadata },
  }),
  'GET /v1/checkout-links/{id}': (_, { checkoutLink }) => ({ path: [checkoutLink] }),
  'PATCH /v1/checkout-links/{id}': (_, { checkoutLink }) => ({ path: [checkoutLink], body: { label: 'Winter' } }),
  'DELETE /v1/checkout-links/{id}': async (seller, { product: id }) => ({
    path: [(await seller.send('POST', '/v1/checkout-links/', { products: [id], payment_processor: 'stripe' })).id],
  }),
  'GET /v1/checkouts': list,
  'POST /v1/checkouts': (_, { product, customer, discount }) => ({
    body: {
      ...{ products: [product], discount_id: discount, metadata, success_url: 'https://shop.example/thanks' },
      ...{ customer_external_id: customer.external_id, external_customer_id: customer.external_id },
    },
  }),
  'GET /v1/checkouts/{id}': (_, { purchase }) => ({ path: [purchase.checkoutId] }),
  'PATCH /v1/checkouts/{id}': (_, { checkout }) => ({ path: [checkout.id], body: { customer_name: 'Ada' } }),
  'GET /v1/checkouts/client/{client_secret}': (_, { checkout }) => ({ path: [checkout.client_secret] }),
  'PATCH /v1/checkouts/client/{client_secret}': (_, { checkout }) => ({
    path: [checkout.client_secret],
    body: { customer_email: 'ada@example.com', customer_billing_address: address },
  }),
  'POST /v1/checkouts/client/{client_secret}/confirm': async (seller, { product }) => ({
    path: [(await seller.checkout({ products: [product] })).client_secret],
    body: {
      ...{ confirmation_token_id: 'ctoken_ok', customer_name: 'Ada', customer_billing_address: address },
      customer_email: `${seller.fresh('buyer')}@example.com`,
    },
  }),
  'GET /v1/custom-fields': list,
  'POST /v1/custom-fields': (seller) => ({
    body: { type: 'text', slug: seller.fresh('field'), name: 'Field', properties: { max_length: 9 }, metadata },
  }),
  'GET /v1/custom-fields/{id}': (_, { customField }) => ({ path: [customField] }),
  'PATCH /v1/custom-fields/{id}': (_, { customField }) => ({
    path: [customField],
    body: { type: 'text', name: 'Size' },
  }),
  'DELETE /v1/custom-fields/{id}': async (seller) => ({ path: [(await seller.customField()).id] }),
  'GET /v1/customer-meters': list,
  'GET /v1/customer-meters/{id}': async (seller) => ({ path: [(await seller.firstOf('/v1/customer-meters/')).id] }),
  'POST /v1/customer-sessions': (_, { customer: { id } }) => ({ body: { customer_id: id } }),
  'GET /v1/customers': list,
  'POST /v1/customers': (seller) => ({
    body: { email: `${seller.fresh('buyer')}@example.com`, name: 'Ada', billing_address: address, metadata },
  }),
  'GET /v1/customers/{id}': (_, { customer }) => ({ path: [customer.id] }),
  'PATCH /v1/customers/{id}': (_, { customer }) => ({ path: [customer.id], body: { name: 'Ada' } }),
  'DELETE /v1/customers/{id}': async (seller) => ({ path: [(await seller.customer()).id] }),
  'GET /v1/customers/{id}/state': (_, { customer }) => ({ path: [customer.id] }),
  'GET /v1/customers/external/{external_id}': (_, { customer }) => ({ path: [customer.external_id] }),
  'PATCH /v1/customers/external/{external_id}': (_, { customer }) => ({
    path: [customer.external_id],
    body: { name: 'Ada' },
  }),
  'DELETE /v1/customers/external/{external_id}': async (seller) => ({ path: [(await seller.customer()).external_id] }),
  'GET /v1/customers/external/{external_id}/state': (_, { customer }) => ({ path: [customer.external_id] }),
  'GET /v1/customers/export': () => ({}),
  'GET /v1/customers/{id}/balance': (_, { customer }) => ({ path: [customer.id] }),
  'GET /v1/customers/{id}/payment-methods': (_, { customer }) => ({ path: [customer.id] }),
  'GET /v1/customers/external/{external_id}/payment-methods': (_, { customer }) => ({ path: [customer.external_id] }),
  'GET /v1/discounts': list,
  'POST /v1/discounts': (seller) => ({
    body: {
      ...{ name: 'Off', type: 'percentage', basis_points: 1_000, duration: 'once' },
      code: seller.fresh('CODE'),
    },
  }),
  'GET /v1/discounts/{id}': (_, { discount }) => ({ path: [discount] }),
  'PATCH /v1/discounts/{id}': (_, { discount }) => ({ path: [discount], body: { name: 'Less' } }),
  'DELETE /v1/discounts/{id}': async (seller) => ({ path: [(await seller.discount()).id] }),
  'GET /v1/event-types': list,
  'GET /v1/events': list,
  'GET /v1/events/{id}': async (seller) => ({ path: [(await seller.firstOf('/v1/events/')).id] }),
  'GET /v1/events/names': list,
  'POST /v1/events/ingest': (_, { customer }) => ({
    body: { events: [{ name: 'call', customer_id: customer.id, metadata }] },
  }),
  'GET /v1/files': list,
  'POST /v1/files': () => ({
    body: {
      ...{ service: 'product_media', name: 'cover.png', mime_type: 'image/png', size: PNG.length },
      upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: PNG.length }] },
    },
  }),
  'POST /v1/files/{id}/uploaded': async (seller) => {
    const { fileId, completed } = await seller.begunUpload();
    return { path: [fileId], body: completed };
  },
  'PATCH /v1/files/{id}': (_, { file }) => ({ path: [file], body: { name: 'other.png' } }),
  'DELETE /v1/files/{id}': async (seller) => ({ path: [(await seller.file()).id] }),
  'GET /v1/license-keys': list,
  'GET /v1/license-keys/{id}': (_, { licenseKey }) => ({ path: [licenseKey.id] }),
  'PATCH /v1/license-keys/{id}': (_, { licenseKey }) => ({ path: [licenseKey.id], body: { limit_usage: 9 } }),
  'POST /v1/license-keys/{id}/rotate': async (seller, stock) => ({ path: [(await soldKey(seller, stock)).id] }),
  'GET /v1/license-keys/{id}/activations/{activation_id}': async (seller, { licenseKey }) => ({
    path: [licenseKey.id, (await activation(seller, licenseKey.key)).id],
  }),
  'POST /v1/license-keys/activate': ({ organizationId }, { licenseKey: { key } }) => ({
    body: { key, organization_id: organizationId, label: 'Rack' },
  }),
  'POST /v1/license-keys/deactivate': async (seller, { licenseKey: { key } }) => ({
    body: { key, organization_id: seller.organizationId, activation_id: (await activation(seller, key)).id },
  }),
  'POST /v1/license-keys/validate': ({ organizationId }, { licenseKey: { key } }) => ({
    body: { key, organization_id: organizationId },
  }),
  'GET /v1/meters': list,
  'POST /v1/meters': (seller) => ({
    body: {
      ...{ name: seller.fresh('Meter '), aggregation: { func: 'count' }, metadata },
      filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] },
    },
  }),
  'GET /v1/meters/{id}': (_, { meter }) => ({ path: [meter] }),
  'PATCH /v1/meters/{id}': (seller, { meter }) => ({ path: [meter], body: { name: seller.fresh('Meter ') } }),
  'GET /v1/meters/{id}/quantities': (_, { meter }) => ({ path: [meter], query: { ...lastDays(), interval: 'day' } }),
  'GET /v1/metrics': () => {
    const { start_timestamp, end_timestamp } = lastDays();
    return {
      query: { start_date: start_timestamp.slice(0, 10), end_date: end_timestamp.slice(0, 10), interval: 'day' },
    };
  },
  'GET /v1/metrics/export': (...given) => EXAMPLES['GET /v1/metrics']!(...given),
  'GET /v1/metrics/limits': () => ({}),
  'GET /v1/orders': list,
  'GET /v1/orders/export': () => ({}),
  'GET /v1/orders/{id}': (_, { purchase }) => ({ path: [purchase.orderId] }),
  'GET /v1/orders/{id}/invoice': (_, { purchase }) => ({ path: [purchase.orderId] }),
  'POST /v1/orders/{id}/invoice': (_, { purchase }) => ({ path: [purchase.orderId] }),
  'GET /v1/orders/{id}/receipt': (_, { purchase }) => ({ path: [purchase.orderId] }),
  'GET /v1/organizations': list,
  'POST /v1/organizations': async (seller) => ({
    body: { name: 'Another', slug: seller.fresh('another-') },
    token: await seller.userKey(),
  }),
  'GET /v1/organizations/{id}': ({ organizationId }) => ({ path: [organizationId] }),
  'PATCH /v1/organizations/{id}': ({ organizationId }) => ({ path: [organizationId], body: { name: 'Nordlicht' } }),
  'GET /v1/oauth2/authorize': async (seller) => ({ token: await seller.userKey() }),
  'GET /v1/payments': list,
  'GET /v1/payments/{id}': async (seller) => ({ path: [(await seller.firstOf('/v1/payments/')).id] }),
  'GET /v1/products': list,
  'POST /v1/products': () => ({
    body: {
      ...{ name: 'Plan', recurring_interval: 'month', metadata },
      prices: [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }],
    },
  }),
  'GET /v1/products/{id}': (_, { product }) => ({ path: [product] }),
  'PATCH /v1/products/{id}': (_, { product }) => ({ path: [product], body: { description: 'By the month' } }),
  'POST /v1/products/{id}/benefits': async (seller, { benefit }) => ({
    path: [(await seller.product()).id],
    body: { benefits: [benefit] },
  }),
  'GET /v1/refunds': list,
  'POST /v1/refunds': (_, { purchase }) => ({
    body: { order_id: purchase.orderId, amount: 1, reason: 'customer_request', metadata },
  }),
  'GET /v1/subscriptions': list,
  'POST /v1/subscriptions': async (seller) => ({
    body: {
      product_id: (await seller.plan({ prices: [{ amount_type: 'free' }] })).id,
      customer_id: (await seller.customer()).id,
    },
  }),
  'GET /v1/subscriptions/export': () => ({}),
  'GET /v1/subscriptions/{id}': (_, { purchase }) => ({ path: [purchase.subscriptionId] }),
  'PATCH /v1/subscriptions/{id}': async (seller, stock) => ({
    path: [(await sold(seller, stock)).subscriptionId],
    body: { cancel_at_period_end: true },
  }),
  'DELETE /v1/subscriptions/{id}': async (seller, stock) => ({ path: [(await sold(seller, stock)).subscriptionId] }),
  'GET /v1/webhooks/endpoints': list,
  'POST /v1/webhooks/endpoints': () => ({ body: endpoint }),
  'GET /v1/webhooks/endpoints/{id}': async (seller) => ({ path: [(await newEndpoint(seller)).id] }),
  'PATCH /v1/webhooks/endpoints/{id}': async (seller) => ({
    path: [(await newEndpoint(seller)).id],
    body: { events: ['order.paid'] },
  }),
  'PATCH /v1/webhooks/endpoints/{id}/secret': async (seller) => ({ path: [(await newEndpoint(seller)).id] }),
  'DELETE /v1/webhooks/endpoints/{id}': async (seller) => ({ path: [(await newEndpoint(seller)).id] }),
  'GET /v1/webhooks/deliveries': list,
  'POST /v1/webhooks/events/{id}/redeliver': async (seller) => {
    const delivery = (await seller.firstOf('/v1/webhooks/deliveries')) as unknown as { webhook_event: { id: string } };
    return { path: [delivery.webhook_event.id] };
  },

  'GET /v1/customer-portal/benefit-grants': portalList,
  'GET /v1/customer-portal/benefit-grants/{id}': async (seller, { session: token }) => ({
    path: [(await seller.firstOf('/v1/customer-portal/benefit-grants/', token)).id],
    token,
  }),
  'PATCH /v1/customer-portal/benefit-grants/{id}': async (seller, stock) => {
    const token = await seller.session((await sold(seller, stock)).customerId);
    const grant = await seller.firstOf('/v1/customer-portal/benefit-grants/?type=custom', token);
    return { path: [grant.id], body: { benefit_type: 'custom' }, token };
  },
  'GET /v1/customer-portal/customers/me': (_, { session: token }) => ({ token }),
  'PATCH /v1/customer-portal/customers/me': (_, { session: token }) => ({ body: { billing_address: address }, token }),
  'GET /v1/customer-portal/customers/me/payment-methods': portalList,
  'POST /v1/customer-portal/customers/me/payment-methods': async (seller) => ({
    body: paymentMethod,
    token: await seller.session((await seller.customer()).id),
  }),
  'DELETE /v1/customer-portal/customers/me/payment-methods/{id}': async (seller) => {
    const token = await seller.session((await seller.customer()).id);
    const path = '/v1/customer-portal/customers/me/payment-methods';
    return { path: [(await seller.send('POST', path, paymentMethod, token)).id], token };
  },
  'GET /v1/customer-portal/downloadables': portalList,
  'GET /v1/customer-portal/downloadables/{token}': async (seller, { session }) => {
    const downloadable = await seller.firstOf('/v1/customer-portal/downloadables/', session);
    const { file } = downloadable as unknown as { file: { download: { url: string } } };
    return { path: [file.download.url.split('/').at(-1)!] };
  },
  'GET /v1/customer-portal/license-keys': portalList,
  'GET /v1/customer-portal/license-keys/{id}': (_, { session: token, licenseKey }) => ({
    path: [licenseKey.id],
    token,
  }),
  'POST /v1/customer-portal/license-keys/{id}/rotate': async (seller, stock) => {
    const { customerId } = await sold(seller, stock);
    const key = await seller.firstOf(`/v1/license-keys/?customer_id=${customerId}`);
    return { path: [key.id], token: await seller.session(customerId) };
  },
  'POST /v1/customer-portal/license-keys/activate': ({ organizationId }, { licenseKey: { key } }) => ({
    body: { key, organization_id: organizationId, label: 'Desk' },
  }),
  'POST /v1/customer-portal/license-keys/deactivate': async (seller, { licenseKey: { key } }) => ({
    body: { key, organization_id: seller.organizationId, activation_id: (await activation(seller, key)).id },
  }),
  'POST /v1/customer-portal/license-keys/validate': ({ organizationId }, { licenseKey: { key } }) => ({
    body: { key, organization_id: organizationId },
  }),
  'GET /v1/customer-portal/meters': portalList,
  'GET /v1/customer-portal/meters/{id}': async (seller, { session: token }) => ({
    path: [(await seller.firstOf('/v1/customer-portal/meters/', token)).id],
    token,
  }),
  'GET /v1/customer-portal/orders': portalList,
  'GET /v1/customer-portal/orders/{id}': (_, { session: token, purchase }) => ({ path: [purchase.orderId], token }),
  'GET /v1/customer-portal/orders/{id}/invoice': (_, { session: token, purchase }) => ({
    path: [purchase.orderId],
    token,
  }),
  'POST /v1/customer-portal/orders/{id}/invoice': (_, { session: token, purchase }) => ({
    path: [purchase.orderId],
    token,
  }),
  'GET /v1/customer-portal/orders/{id}/receipt': (_, { session: token, purchase }) => ({
    path: [purchase.orderId],
    token,
  }),
  'GET /v1/customer-portal/organizations/{slug}': () => ({ path: ['nordlicht'] }),
  'GET /v1/customer-portal/subscriptions': portalList,
  'GET /v1/customer-portal/subscriptions/{id}': (_, { session: token, purchase }) => ({
    path: [purchase.subscriptionId],
    token,
  }),
  'PATCH /v1/customer-portal/subscriptions/{id}': async (seller, stock) => {
    const { subscriptionId, customerId } = await sold(seller, stock);
    return { path: [subscriptionId], body: { cancel_at_period_end: true }, token: await seller.session(customerId) };
  },
  'DELETE /v1/customer-portal/subscriptions/{id}': async (seller, stock) => {
    const { subscriptionId, customerId } = await sold(seller, stock);
    return { path: [subscriptionId], token: await seller.session(customerId) };
  },
  'GET /v1/customer-portal/customer-session/introspect': (_, { session: token }) => ({ token }),
  'GET /v1/customer-portal/customer-session/user': (_, { session: token }) => ({ token }),
  'POST /v1/customer-portal/customer-session/request': ({ organizationId }, { customer }) => ({
    body: { email: customer.email, organization_id: organizationId },
  }),
};

// Some releases demand a secret.
const secret = 'whsec_Y2xpZW50cyBvZiB0b2RheSwgc2FtZSBzZXJ2ZXI=';
const endpoint = { url: 'https://shop.example/hook', format: 'raw', secret, events: ['order.created'] };

/** Ends what examples have begun: an organization can have a hundred endpoints, and the license key fifty activations. */
export async function cleanUp(seller: Seller, { licenseKey: { id, key } }: Stock): Promise<void> {
  const { items } = await seller.send('GET', '/v1/webhooks/endpoints?limit=100');
  for (const made of items as unknown as { id: string; url: string }[])
    if (made.url === endpoint.url) await seller.send('DELETE', `/v1/webhooks/endpoints/${made.id}`);
  const { activations } = await seller.send('GET', `/v1/license-keys/${id}`);
  for (const { id: activation_id } of activations as unknown as { id: string }[])
    await seller.send('POST', '/v1/license-keys/deactivate', {
      key,
      activation_id,
      organization_id: seller.organizationId,
    });
}

const newEndpoint = (seller: Seller) => seller.send('POST', '/v1/webhooks/endpoints', endpoint);
const paymentMethod = { confirmation_token_id: 'ctoken_ok', set_default: false, return_url: 'https://shop.example/' };

function lastDays(): { start_timestamp: string; end_timestamp: string } {
  const now = Date.now();
  const before = (days: number) => new Date(now - days * 86_400_000).toISOString();
  return { start_timestamp: before(3), end_timestamp: before(0) };
}

/** Somebody else who buys the same. */
async function sold(seller: Seller, { product }: Stock): Promise<Purchase> {
  return seller.buy(product, (await seller.customer()).id);
}

async function soldKey(seller: Seller, stock: Stock): Promise<{ id: string }> {
  const { customerId } = await sold(seller, stock);
  return seller.firstOf(`/v1/license-keys/?customer_id=${customerId}`);
}

function activation(seller: Seller, key: string): Promise<{ id: string }> {
  const body = { key, organization_id: seller.organizationId, label: 'Desk' };
  return seller.send('POST', '/v1/customer-portal/license-keys/activate', body);
}
