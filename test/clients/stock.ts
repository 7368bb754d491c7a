import type { Purchase, Seller } from './seller.ts';

/** What was created and sold once, for all clients. */
export interface Goods {
  product: string;
  benefit: string;
  /** The benefit of files to download. */
  downloads: string;
  discount: string;
  meter: string;
  customField: string;
  file: string;
  checkoutLink: string;
  customer: { id: string; external_id: string; email: string };
  purchase: Purchase;
  licenseKey: { id: string; key: string };
}

/** With what lasts an hour. */
export interface Stock extends Goods {
  checkout: { id: string; client_secret: string };
  session: string;
}

/** Creates and sells one of everything. */
export async function goodsOf(seller: Seller): Promise<Goods> {
  const [custom, keys, files] = [
    await seller.benefit(),
    await seller.benefit('license_keys', { activations: { limit: 50, enable_customer_admin: true } }),
    await seller.benefit('downloadables', { files: [(await seller.file()).id] }),
  ];
  const [meter, discount, field] = [await seller.meter(), await seller.discount(), await seller.customField()];
  const cover = await seller.file('product_media');
  const credit = await seller.benefit('meter_credit', { meter_id: meter.id, units: 10, rollover: false });
  const metered = { amount_type: 'metered_unit', price_currency: 'usd', meter_id: meter.id, unit_amount: '0.5' };
  const fixed = { amount_type: 'fixed', price_amount: 1_000, price_currency: 'usd' };
  const attached_custom_fields = [{ custom_field_id: field.id, required: false }];
  const plan = await seller.plan({ prices: [fixed, metered], medias: [cover.id], attached_custom_fields });
  await seller.send('POST', `/v1/products/${plan.id}/benefits`, {
    benefits: [custom, keys, files, credit].map(({ id }) => id),
  });
  const customer = await seller.customer();
  const purchase = await seller.buy(plan.id, customer.id, { discount_id: discount.id });
  await seller.send('POST', '/v1/events/ingest', { events: [{ name: 'call', customer_id: customer.id }] });
  await seller.send('POST', '/v1/refunds/', { order_id: purchase.orderId, amount: 10, reason: 'other' });
  // For lists: the other kinds of prices and discounts.
  await seller.discount({ type: 'fixed', amount: 100, currency: 'eur' });
  await seller.product({ prices: [{ amount_type: 'custom', price_currency: 'usd' }] });
  await seller.product({ prices: [{ amount_type: 'free' }] });
  const link = await seller.send('POST', '/v1/checkout-links/', { products: [plan.id], payment_processor: 'stripe' });
  return {
    product: plan.id,
    benefit: custom.id,
    downloads: files.id,
    discount: discount.id,
    meter: meter.id,
    customField: field.id,
    file: cover.id,
    checkoutLink: link.id,
    customer,
    purchase,
    licenseKey: (await seller.firstOf('/v1/license-keys/')) as never,
  };
}

export async function openedFor(seller: Seller, { product, customer }: Goods): Promise<Omit<Stock, keyof Goods>> {
  return {
    checkout: await seller.checkout({ products: [product] }),
    session: await seller.session(customer.id),
  };
}
