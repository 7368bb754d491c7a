import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { fresh, seller, shop } from './client.ts';

export const ONE_TYPE = 'tax-ids.spec.ts checks every type of tax id.';

export const metadata = { text: 'a', count: 1, flag: true };
export const address = {
  line1: '1 Main St',
  line2: 'Floor 2',
  postalCode: '94104',
  city: 'SF',
  state: 'CA',
  country: 'US',
};
export const noAddress = { line1: null, line2: null, postalCode: null, city: null, state: null, country: 'DE' };
const text = { formLabel: 'Label', formHelpText: 'Help', formPlaceholder: 'Here' };

export const product = (changes: object = {}): Promise<Product> =>
  seller.products.create({
    name: fresh('Product '),
    recurringInterval: null,
    prices: [{ amountType: 'fixed', priceAmount: 1_000 }],
    ...changes,
  });
/** Counts nothing, so that customers have no meters but their own. */
export const meter = (changes: object = {}) =>
  seller.meters.create({
    name: fresh('Meter '),
    filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'nothing' }] },
    aggregation: { func: 'count' },
    ...changes,
  });
export const customField = () =>
  seller.customFields.create({ type: 'text', slug: fresh('field'), name: 'Field', properties: {} });
export const discount = (changes: object = {}) =>
  seller.discounts.create({
    name: fresh('Off '),
    type: 'percentage',
    duration: 'once',
    basisPoints: 1_000,
    ...changes,
  } as never);
export const customer = (changes: object = {}) =>
  seller.customers.create({ email: `${fresh()}@example.com`, externalId: fresh('ext'), ...changes });
export const benefit = () =>
  shop.seller.benefits.create({ type: 'custom', description: 'Support', properties: { note: 'Hi' } });

export const FIELD_PROPERTIES = {
  text: { ...text, textarea: true, minLength: 1, maxLength: 10 },
  number: { ...text, ge: -1, le: 10 },
  date: { ...text, ge: 0, le: 1_767_225_600 },
  checkbox: text,
  select: { ...text, options: [{ value: 's', label: 'Small' }] },
} as const;
export const FIELD_TYPES = Object.keys(FIELD_PROPERTIES) as (keyof typeof FIELD_PROPERTIES)[];

export const taxId = ['911144442', 'us_ein'];
