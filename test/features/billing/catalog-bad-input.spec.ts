import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastFact } from '../../support/facts.ts';
import { NOW } from '../../support/given.ts';
import { casesAt } from '../../support/seed.ts';
import { polar } from '../../support/sellers.ts';
import { openShop, type Shop } from '../../support/shop.ts';
import { uploadPicture } from '../../support/uploads.ts';

/** A value that JSON can hold. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Body = Record<string, Json>;
type Path = readonly (string | number)[];

interface Answer {
  status: number;
  /** Of each refused field. */
  at: string[];
}

/** Becomes another number in each request. */
const FRESH = '7777777';
const HUGE = 'x'.repeat(100_000);
const TEXTS: Record<string, Json> = {
  'a hundred thousand characters': HUGE,
  'a lone surrogate': 'good \ud800 text',
  'a NUL': 'good\u0000text',
};
const NUMBERS: Record<string, Json> = {
  'a negative number': -1,
  'a fraction': 0.5,
  'more than 2^53': 2 ** 53 + 2,
  'the largest double': 1.7e308,
  digits: '7',
};
const IDS: Record<string, Json> = {
  'no id': 'x',
  'a path': '../../../etc/passwd',
  'an id with a NUL': '0190e0b0-0000-7000-8000-00000000000\u0000',
};
const LISTS: Record<string, Json> = {
  'two thousand ids': Array.from({ length: 2_000 }, (_, n) => `0190e0b0-0000-7000-8000-${String(n).padStart(12, '0')}`),
};
const DATES: Record<string, Json> = {
  'a date without zone': '2026-05-01T10:00:00',
  'a day': '2026-05-01',
  'a day that does not exist': '2026-02-30T10:00:00Z',
  'a year of six digits': '+275760-09-13T00:00:00Z',
};
const ANYWHERE: Record<string, Json> = {
  'a list': ['x'],
  'an object': { x: 1 },
  'a prototype': JSON.parse('{"__proto__":{"status":"open"},"constructor":{"prototype":{}}}') as Json,
  'an operator': { $ne: null },
};
const DATE = /^\d{4}-\d\d-\d\dT/;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** What the contract allows, at the end of a path. */
const ALLOWED: [place: RegExp, labels: readonly string[]][] = [
  [/metadata\.note$/, ['a number', 'a flag']],
  [/metadata\.count$/, Object.keys(NUMBERS)],
  [/unit_amount$/, ['a number']],
  [/clauses\.0\.value$/, ['a negative number', 'digits']],
];

/** Every field of every request of the catalog and of checkouts, one after the other, with what it must not hold. */
describe('what cannot be right, over HTTP', () => {
  let shop: Shop;
  let sent = 0;
  let places = 0;
  let requests: Record<string, { method: string; path: string; body: Body }>;

  beforeAll(async () => {
    shop = await openShop({ at: NOW, allowSeveral: true });
    requests = await build();
    await shop.settled();
  });
  afterAll(() => shop.close());

  async function send(method: string, path: string, body: Json): Promise<Answer> {
    const headers = { authorization: `Bearer ${shop.bearer}`, 'content-type': 'application/json' };
    const text = JSON.stringify(body).replaceAll(FRESH, String((sent += 1)));
    const answer = await fetch(shop.url + path, { method, headers, body: text });
    const { detail } = (await answer.json()) as { detail?: { loc: (string | number)[] }[] };
    return { status: answer.status, at: Array.isArray(detail) ? detail.map(({ loc }) => loc.join('.')) : [] };
  }

  /** Requests that are accepted as they are. */
  async function build(): Promise<typeof requests> {
    const { seller } = shop;
    const { id: meterId } = await seller.meters.create({
      name: 'Calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    });
    const { id: fieldId } = await seller.customFields.create({
      type: 'text',
      slug: 'note',
      name: 'Note',
      properties: {},
    });
    const { id: productId } = await seller.products.create({
      name: 'Patron',
      recurringInterval: null,
      prices: [{ amountType: 'custom' }],
      attachedCustomFields: [{ customFieldId: fieldId, required: false }],
    });
    const discount = await seller.discounts.create({
      name: 'Off',
      type: 'fixed',
      duration: 'once',
      amount: 100,
      code: 'OFF100',
    });
    const checkout = await seller.checkouts.create({ products: [productId] });
    const link = await seller.checkoutLinks.create({ products: [productId] });
    const customer = await seller.customers.create({ email: 'ann@example.com', externalId: 'ann' });
    const metadata = { note: 'a', count: 1 };
    const address = { line1: '1 Main St', line2: 'x', postal_code: '94104', city: 'SF', state: 'CA', country: 'US' };
    const media: Body = {
      name: 'Plan',
      description: 'All',
      metadata,
      medias: [],
      attached_custom_fields: [{ custom_field_id: fieldId, required: true }],
    };
    const prices = [
      { amount_type: 'custom', minimum_amount: 500, maximum_amount: 900, preset_amount: 600, price_currency: 'usd' },
      { amount_type: 'metered_unit', meter_id: meterId, unit_amount: '0.5', cap_amount: 10, price_currency: 'usd' },
    ];
    const fixed = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }];
    const window = { starts_at: '2030-01-01T00:00:00Z', ends_at: '2031-01-01T00:00:00Z' };
    const off = { name: 'Off', metadata, code: `CODE${FRESH}`, ...window, max_redemptions: 3, products: [productId] };
    const buyer = {
      amount: 600,
      is_business_customer: false,
      customer_name: 'Ada',
      customer_email: 'ada@example.com',
      customer_billing_name: 'Ada Ltd',
      customer_billing_address: address,
      customer_tax_id: '91-1144442',
      custom_field_data: { note: 'Hi' },
    };
    const terms = {
      metadata,
      customer_metadata: metadata,
      allow_discount_codes: true,
      require_billing_address: true,
      customer_ip_address: '192.0.2.1',
      success_url: 'https://shop.example/thanks',
      embed_origin: 'https://shop.example',
    };
    const linked = {
      label: 'L',
      metadata,
      success_url: terms.success_url,
      allow_discount_codes: true,
      require_billing_address: false,
    };
    const person = { name: 'Ann', metadata, billing_address: address, tax_id: ['911144442', 'us_ein'] };
    const form = { form_label: 'L', form_help_text: 'H', form_placeholder: 'P' };
    const counted = {
      name: 'Meter',
      metadata,
      filter: { conjunction: 'and', clauses: [{ property: 'size', operator: 'eq', value: 5 }] },
      aggregation: { func: 'sum', property: 'size' },
    };
    const profile = {
      name: 'Shop',
      avatar_url: 'https://example.com/a.png',
      email: 'hello@example.com',
      website: 'https://example.com/',
      socials: [{ platform: 'x', url: 'https://x.com/shop' }],
      details: {
        about: 'a',
        product_description: 'b',
        intended_use: 'c',
        customer_acquisition: ['d'],
        future_annual_revenue: 1,
        switching: true,
        switching_from: 'other',
        previous_annual_revenue: 2,
      },
      feature_settings: { issue_funding_enabled: false, usage_based_billing_enabled: true },
      subscription_settings: {
        allow_multiple_subscriptions: false,
        allow_customer_updates: true,
        proration_behavior: 'prorate',
      },
    };
    const file = {
      service: 'downloadable',
      name: 'a.pdf',
      mime_type: 'application/pdf',
      size: 10,
      checksum_sha256_base64: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
      version: '1',
      upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 10 }] },
    };
    const tax = {
      country: 'DE',
      name: `VAT ${FRESH}`,
      percent: '19',
      applies_to_businesses: true,
      starts_on: '2027-01-01',
    };
    const trial = { trial_interval: 'day', trial_interval_count: 14 };
    const { id: freeId } = await seller.products.create({
      name: 'Free',
      recurringInterval: 'month',
      prices: [{ amountType: 'free' }],
    });
    const client = `/v1/checkouts/client/${checkout.clientSecret}`;
    const requested = (method: string, path: string, body: object) => ({ method, path, body: body as Body });
    return {
      'create a product': requested('POST', '/v1/products/', {
        ...media,
        ...trial,
        recurring_interval: 'month',
        prices,
      }),
      'create a fixed product': requested('POST', '/v1/products/', {
        name: 'Book',
        recurring_interval: null,
        prices: fixed,
      }),
      'update a product': requested('PATCH', `/v1/products/${productId}`, {
        ...media,
        is_archived: false,
        prices: prices.slice(0, 1),
      }),
      'assign benefits': requested('POST', `/v1/products/${productId}/benefits`, { benefits: [] }),
      'create a file': requested('POST', '/v1/files/', file),
      'create a custom field': requested('POST', '/v1/custom-fields/', {
        type: 'text',
        slug: `text-${FRESH}`,
        name: 'X',
        metadata,
        properties: { ...form, textarea: true, min_length: 1, max_length: 9 },
      }),
      'create a select field': requested('POST', '/v1/custom-fields/', {
        type: 'select',
        slug: `select-${FRESH}`,
        name: 'X',
        properties: { options: [{ value: 's', label: 'S' }] },
      }),
      'update a custom field': requested('PATCH', `/v1/custom-fields/${fieldId}`, {
        type: 'text',
        slug: 'note',
        name: 'Note',
        metadata,
        properties: { ...form, max_length: 9 },
      }),
      'create a fixed discount': requested('POST', '/v1/discounts/', {
        ...off,
        type: 'fixed',
        duration: 'once',
        amount: 100,
        currency: 'usd',
      }),
      'create a repeating discount': requested('POST', '/v1/discounts/', {
        name: 'Off',
        type: 'percentage',
        duration: 'repeating',
        basis_points: 100,
        duration_in_months: 3,
      }),
      'update a discount': requested('PATCH', `/v1/discounts/${discount.id}`, {
        ...off,
        code: 'OFF100',
        amount: 100,
        currency: 'usd',
      }),
      'create a checkout': requested('POST', '/v1/checkouts/', {
        products: [productId],
        ...buyer,
        ...terms,
        ...trial,
        allow_trial: true,
        discount_id: discount.id,
        customer_id: customer.id,
        customer_external_id: 'ann',
      }),
      'update a checkout': requested('PATCH', `/v1/checkouts/${checkout.id}`, {
        ...buyer,
        ...terms,
        product_id: productId,
      }),
      'fill in a checkout': requested('PATCH', client, { ...buyer, product_id: productId }),
      'create a subscription': requested('POST', '/v1/subscriptions/', {
        product_id: freeId,
        customer_id: customer.id,
        metadata,
        ...trial,
      }),
      'create a link': requested('POST', '/v1/checkout-links/', {
        payment_processor: 'stripe',
        products: [productId],
        discount_id: discount.id,
        ...linked,
      }),
      'update a link': requested('PATCH', `/v1/checkout-links/${link.id}`, {
        products: [productId],
        discount_id: discount.id,
        ...linked,
      }),
      'create a customer': requested('POST', '/v1/customers/', {
        ...person,
        email: `new${FRESH}@example.com`,
        external_id: `new-${FRESH}`,
      }),
      'update a customer': requested('PATCH', `/v1/customers/${customer.id}`, {
        ...person,
        email: 'ann@example.com',
        external_id: 'ann',
      }),
      'update a customer by external id': requested('PATCH', '/v1/customers/external/ann', {
        ...person,
        email: 'ann@example.com',
      }),
      'create a meter': requested('POST', '/v1/meters/', counted),
      'update a meter': requested('PATCH', `/v1/meters/${meterId}`, counted),
      'update the organization': requested('PATCH', `/v1/organizations/${shop.organizationId}`, profile),
      'add a tax rate': requested('POST', '/api/dashboard/tax-rates', tax),
    };
  }

  const NAMES = [
    'create a product',
    'create a fixed product',
    'update a product',
    'assign benefits',
    'create a file',
    'create a custom field',
    'create a select field',
    'update a custom field',
    'create a fixed discount',
    'create a repeating discount',
    'update a discount',
    'create a checkout',
    'update a checkout',
    'fill in a checkout',
    'create a subscription',
    'create a link',
    'update a link',
    'create a customer',
    'update a customer',
    'update a customer by external id',
    'create a meter',
    'update a meter',
    'update the organization',
    'add a tax rate',
  ];

  it('has every request in the table', () => expect(Object.keys(requests)).toEqual(NAMES));

  it.each(NAMES)('refuses at its field to %s', async (name) => {
    const { method, path, body } = requests[name]!;
    await shop.settled();
    const wrong: string[] = [];
    for (const [place, value] of placesIn(body))
      for (const [label, bad] of casesAt((places += 1), Object.entries(badFor(value)))) {
        if (ALLOWED.some(([where, labels]) => where.test(place.join('.')) && labels.includes(label))) continue;
        const before = await shop.ports.store.end();
        const { status, at } = await send(method, path, withValue(body, place, bad));
        const left = (await lastFact(shop.ports.store, before)) !== undefined;
        const about = `${place.join('.')} as ${label}: ${status} at ${at.join(', ')}`;
        const isAtField = at.some((loc) => isRelated(loc, `body.${place.join('.')}`));
        if (status !== 422 || !isAtField || left) wrong.push(left ? `${about}, with events` : about);
        if (status < 300) await shop.settled();
      }
    expect(wrong).toEqual([]);
  });

  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n]));
  const garbage = ['1e3', '0x10', ' 1', '1,5', '.5', '5.', '-1', '+1', 'NaN', '∞', '٣', '0', '', '1'.repeat(40)];
  it.each<[string, Path, Record<string, Json>]>([
    ['create a product', ['metadata'], { '51 keys': many }],
    [
      'create a custom field',
      ['metadata'],
      { '51 keys': many, 'a long key': { ['k'.repeat(41)]: 1 }, 'no key': { '': 1 } },
    ],
    [
      'update a discount',
      ['metadata'],
      { '51 keys': many, 'a NUL in a key': { 'a\0': 1 }, 'a long text': { a: 'x'.repeat(501) } },
    ],
    [
      'create a checkout',
      ['customer_metadata'],
      { '51 keys': many, 'a nested map': { a: { b: 1 } }, null: { a: null } },
    ],
    ['update a link', ['metadata'], { '51 keys': many }],
    ['update a customer', ['metadata'], { '51 keys': many }],
    ['create a meter', ['metadata'], { '51 keys': many }],
    ['create a product', ['prices', 1, 'unit_amount'], Object.fromEntries(garbage.map((text) => [text, text]))],
    [
      'create a fixed discount',
      ['code'],
      { spaces: '     ', short: 'ab', 'a line break': 'AB\nCD', 'a dash': 'AB-CD' },
    ],
    [
      'create a fixed discount',
      ['products'],
      { 'one twice': ['a', 'A'].map(() => '0190e0b0-0000-7000-8000-000000000001') },
    ],
    [
      'create a customer',
      ['billing_address', 'country'],
      { unknown: 'XX', 'lower case': 'de', 'three letters': 'DEU', empty: '' },
    ],
    ['fill in a checkout', ['customer_billing_address', 'country'], { unknown: 'XX', empty: '' }],
    ['create a file', ['name'], { 'a path': '../../etc/passwd', 'a folder': 'a/b', dots: '..', backslashes: '..\\a' }],
    ['fill in a checkout', ['amount'], { below: 49, above: 100_000_000, huge: 2 ** 60 }],
    ['update a discount', ['ends_at'], { 'before its start': '2029-12-31T00:00:00Z' }],
  ])('refuses at its field to %s with %j', async (name, place, values) => {
    const { method, path, body } = requests[name]!;
    await shop.settled();
    const before = await shop.ports.store.end();
    for (const [label, value] of Object.entries(values)) {
      const { status, at } = await send(method, path, withValue(body, place, value));
      const isAtField = at.some((loc) => isRelated(loc, `body.${place.join('.')}`));
      expect([label, status, isAtField, at]).toEqual([label, 422, true, at]);
    }
    expect(await lastFact(shop.ports.store, before)).toBeUndefined();
  });

  it('refuses ids of another organization in every field that takes one', async () => {
    const foreign = polar(shop.url, 'seller-foreign');
    const product = await foreign.products.create({
      name: 'Theirs',
      recurringInterval: null,
      prices: [{ amountType: 'custom' }],
    });
    const [productId, priceId] = [product.id, product.prices[0]!.id];
    const filter = { conjunction: 'and' as const, clauses: [] };
    const meter = await foreign.meters.create({ name: 'Theirs', filter, aggregation: { func: 'count' } });
    const field = await foreign.customFields.create({ type: 'text', slug: 'theirs', name: 'Theirs', properties: {} });
    const off = { name: 'Theirs', type: 'percentage', duration: 'once', basisPoints: 100, code: 'THEIRS' } as const;
    const discount = await foreign.discounts.create(off);
    const customer = await foreign.customers.create({ email: 'theirs@example.com' });
    const note = { type: 'custom', description: 'Theirs', properties: { note: null } } as const;
    const benefit = await foreign.benefits.create(note);
    const picture = await uploadPicture(shop.url, { authorization: 'Bearer seller-foreign' }, {});
    const fields: [name: string, place: Path, id: Json][] = [
      ...['create a product', 'update a product'].flatMap((name): [string, Path, Json][] => [
        [name, ['medias'], [picture.id]],
        [name, ['attached_custom_fields', 0, 'custom_field_id'], field.id],
      ]),
      ['create a product', ['prices', 1, 'meter_id'], meter.id],
      ['update a product', ['prices'], [{ id: priceId }]],
      ['assign benefits', ['benefits'], [benefit.id]],
      ['create a fixed discount', ['products'], [productId]],
      ['update a discount', ['products'], [productId]],
      ['create a checkout', ['products'], [productId]],
      ['create a checkout', ['discount_id'], discount.id],
      ['create a checkout', ['customer_id'], customer.id],
      ['create a subscription', ['product_id'], productId],
      ['create a subscription', ['customer_id'], customer.id],
      ...['update a checkout', 'fill in a checkout'].flatMap((name): [string, Path, Json][] => [
        [name, ['product_id'], productId],
        [name, ['product_price_id'], priceId],
      ]),
      ['update a checkout', ['discount_id'], discount.id],
      ['fill in a checkout', ['discount_code'], 'THEIRS'],
      ...['create a link', 'update a link'].flatMap((name): [string, Path, Json][] => [
        [name, ['products'], [productId]],
        [name, ['discount_id'], discount.id],
      ]),
    ];
    await shop.settled();
    for (const [name, place, id] of fields) {
      const { method, path, body } = requests[name]!;
      const asked = place[0] === 'product_price_id' ? (({ product_id: _, ...rest }) => rest)(body) : body;
      const { status, at } = await send(method, path, withValue(asked, place, id));
      const isAtField = at.some((loc) => isRelated(loc, `body.${place.join('.')}`));
      expect([name, place.join('.'), status, isAtField, at]).toEqual([name, place.join('.'), 422, true, at]);
    }
  });
});

/** Every field, list and object within a body, by its path. */
function placesIn(value: Json, at: Path = []): [Path, Json][] {
  const own: [Path, Json][] = at.length > 0 ? [[at, value]] : [];
  if (typeof value !== 'object' || value === null) return own;
  const inner: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...inner.flatMap(([key, of]) => placesIn(of, [...at, key]))];
}

function badFor(value: Json): Record<string, Json> {
  if (typeof value === 'number') return { ...NUMBERS, ...ANYWHERE };
  if (typeof value === 'boolean') return { text: 'yes', number: 1, ...ANYWHERE };
  if (Array.isArray(value)) return { text: 'x', number: 7, object: { x: 1 }, ...LISTS };
  if (typeof value === 'object') return { text: 'x', number: 7, list: ['x'] };
  const kind = DATE.test(value) ? DATES : ID.test(value) ? IDS : {};
  return { ...TEXTS, ...kind, 'a number': 7, 'a flag': true, ...ANYWHERE };
}

function withValue(body: Json, [key, ...rest]: Path, value: Json): Json {
  if (key === undefined) return value;
  if (Array.isArray(body)) return body.map((inner, n) => (n === key ? withValue(inner, rest, value) : inner));
  const of = body as { [key: string]: Json };
  return { ...of, [key]: withValue(of[key] ?? null, rest, value) };
}

/** The refusal is of the field, of something in it, or of what it is in. */
function isRelated(loc: string, place: string): boolean {
  return loc === place || loc.startsWith(`${place}.`) || (place.startsWith(`${loc}.`) && loc !== 'body');
}
