import { describe, expect, it } from '@jest/globals';
import { productDecider } from '../../../src/features/billing/products/product.decider.ts';
import type { Price, ProductEvent } from '../../../src/features/billing/products/product.events.ts';
import { productProjection, type ProductDocument } from '../../../src/features/billing/products/product.projection.ts';
import { project } from '../../../src/kernel/reading/projection.ts';
import { recorded, specOf } from '../../support/given.ts';

const PRODUCT = 'p1';
const free = { id: 'free', amountType: 'free' } as const;
const ten = { id: 'ten', amountType: 'fixed', amount: 1000, currency: 'usd' } as const;
const twenty = { id: 'twenty', amountType: 'fixed', amount: 2000, currency: 'usd' } as const;
const chosen = {
  id: 'chosen',
  amountType: 'custom',
  minimumAmount: 500,
  maximumAmount: null,
  presetAmount: null,
  currency: 'usd',
} as const;
const metered = (id: string, meterId: string) =>
  ({ id, amountType: 'metered_unit', meterId, unitAmount: '0.5', capAmount: null, currency: 'usd' }) as const;
const created: ProductEvent = {
  type: 'ProductCreated',
  data: {
    productId: PRODUCT,
    organizationId: 'o1',
    name: 'Ledger Pro',
    description: null,
    recurringInterval: 'month',
    prices: [ten],
    metadata: {},
  },
};
const archived: ProductEvent = { type: 'ProductArchived', data: { productId: PRODUCT } };

describe('the product decider', () => {
  const given = specOf(productDecider);
  const update = (changes: object) => ({ type: 'UpdateProduct', data: { productId: PRODUCT, ...changes } }) as const;

  it('creates with one static price', () => {
    given().when({ type: 'CreateProduct', data: created.data }).then(created);
    given()
      .when({ type: 'CreateProduct', data: { ...created.data, prices: [] } })
      .thenRefusedAt('body.prices');
    given()
      .when({ type: 'CreateProduct', data: { ...created.data, prices: [free, ten] } })
      .thenRefusedAt('body.prices');
    given(created).when({ type: 'CreateProduct', data: created.data }).then();
  });

  it.each([
    ['preset_amount', { minimumAmount: 500, presetAmount: 499 }],
    ['preset_amount', { maximumAmount: 1_000, presetAmount: 1_001 }],
    ['preset_amount', { minimumAmount: 500, maximumAmount: 1_000, presetAmount: 5_000 }],
    ['maximum_amount', { minimumAmount: 500, maximumAmount: 100 }],
    ['maximum_amount', { minimumAmount: 500, maximumAmount: 499, presetAmount: 500 }],
  ])('refuses a custom price whose %s contradicts its limits: %j', (field, limits) => {
    for (const currency of ['usd', 'huf']) {
      const none = { minimumAmount: null, maximumAmount: null, presetAmount: null };
      const impossible: Price = { ...chosen, ...none, ...limits, currency };
      given()
        .when({ type: 'CreateProduct', data: { ...created.data, prices: [impossible] } })
        .thenRefusedAt(`body.prices.0.${field}`);
      const usage = { ...metered('usage', 'm1'), currency };
      given(created)
        .when(update({ prices: [usage, impossible] }))
        .thenRefusedAt(`body.prices.1.${field}`);
    }
  });

  it('takes a preset at either limit, and keeps a price that was made before there was a rule', () => {
    for (const presetAmount of [500, 1_000]) {
      const data = { ...created.data, prices: [{ ...chosen, maximumAmount: 1_000, presetAmount }] };
      given().when({ type: 'CreateProduct', data }).then({ type: 'ProductCreated', data });
    }
    const data = { ...created.data, prices: [{ ...chosen, presetAmount: 100 }] };
    given({ type: 'ProductCreated', data })
      .when(update({ prices: [{ id: chosen.id }], name: 'Ledger' }))
      .then({ type: 'ProductUpdated', data: { productId: PRODUCT, name: 'Ledger' } });
  });

  it('records only what has changed', () => {
    given(created)
      .when(update({ name: 'Ledger', description: null, metadata: {} }))
      .then({ type: 'ProductUpdated', data: { productId: PRODUCT, name: 'Ledger' } });
    given(created)
      .when(update({ name: 'Ledger Pro', isArchived: false, recurringInterval: 'month', visibility: 'public' }))
      .then();
    given(created)
      .when(update({ visibility: 'draft' }))
      .then({ type: 'ProductUpdated', data: { productId: PRODUCT, visibility: 'draft' } });
  });

  it('refuses another interval', () =>
    given(created)
      .when(update({ recurringInterval: 'year' }))
      .thenRefusedAt('body.recurring_interval'));

  it('has any number of metered prices besides the static one, one per meter', () => {
    const sold = (prices: readonly Price[], recurringInterval: 'month' | null = 'month') =>
      given().when({ type: 'CreateProduct', data: { ...created.data, recurringInterval, prices: [...prices] } });
    sold([metered('calls', 'm1'), metered('bytes', 'm2')]).then({
      ...created,
      data: { ...created.data, prices: [metered('calls', 'm1'), metered('bytes', 'm2')] },
    });
    sold([chosen, ten]).thenRefusedAt('body.prices');
    sold([ten, metered('calls', 'm1'), metered('more', 'm1')]).thenRefusedAt('body.prices');
    sold([ten, metered('calls', 'm1')], null).thenRefusedAt('body.prices');
    given(created)
      .when(update({ prices: [{ id: 'ten' }, metered('calls', 'm1')] }))
      .then({
        type: 'ProductPricesChanged',
        data: { productId: PRODUCT, archived: [], added: [metered('calls', 'm1')] },
      });
  });

  it('has all its prices in one currency, which a new list may change', () => {
    const inYen = <P extends Price>(price: P) => ({ ...price, currency: 'jpy' });
    const sold = (...prices: Price[]) => given().when({ type: 'CreateProduct', data: { ...created.data, prices } });
    sold(ten, inYen(metered('calls', 'm1'))).thenRefusedAt('body.prices.1.price_currency');
    sold({ id: 'free', amountType: 'free' }, metered('calls', 'm1'), inYen(metered('bytes', 'm2'))).thenRefusedAt(
      'body.prices.2.price_currency',
    );
    given(created)
      .when(update({ prices: [inYen(metered('calls', 'm1')), { id: 'ten' }] }))
      .thenRefusedAt('body.prices.1.price_currency');
    given(created)
      .when(update({ prices: [inYen(twenty), inYen(metered('calls', 'm1'))] }))
      .then({
        type: 'ProductPricesChanged',
        data: { productId: PRODUCT, archived: ['ten'], added: [inYen(twenty), inYen(metered('calls', 'm1'))] },
      });
  });

  it('asks for each custom field once, until the field is deleted', () => {
    const company = { customFieldId: 'f1', required: true };
    const size = { customFieldId: 'f2', required: false };
    const asking: ProductEvent = {
      type: 'ProductUpdated',
      data: { productId: PRODUCT, customFields: [company, size] },
    };
    given(created)
      .when(update({ customFields: [company, size] }))
      .then(asking);
    given(created, asking)
      .when(update({ customFields: [company, size] }))
      .then();
    given(created)
      .when(update({ customFields: [company, { ...company, required: false }] }))
      .thenRefusedAt('body.attached_custom_fields');
    const detach = { type: 'DetachCustomField', data: { productId: PRODUCT, customFieldId: 'f1' } } as const;
    given(created, asking)
      .when(detach)
      .then({ type: 'ProductUpdated', data: { productId: PRODUCT, customFields: [size] } });
    given(created).when(detach).then();
  });

  it('archives prices that an update does not list, and adds new ones', () => {
    given(created)
      .when(update({ prices: [twenty] }))
      .then({ type: 'ProductPricesChanged', data: { productId: PRODUCT, archived: ['ten'], added: [twenty] } });
    given(created)
      .when(update({ prices: [{ id: 'ten' }] }))
      .then();
    given(created)
      .when(update({ prices: [{ id: 'ten' }, twenty] }))
      .thenRefusedAt('body.prices');
    given(created)
      .when(update({ prices: [{ id: 'other' }] }))
      .thenRefusedAt('body.prices.0.id');
  });

  it('archives and unarchives once', () => {
    given(created)
      .when(update({ isArchived: true }))
      .then(archived);
    given(created, archived)
      .when(update({ isArchived: true }))
      .then();
    given(created, archived)
      .when(update({ isArchived: false }))
      .then({ type: 'ProductUnarchived', data: { productId: PRODUCT } });
  });
});

describe('the product projection', () => {
  const at = '2026-02-01T00:00:00.000Z';
  const after = (...events: ProductEvent[]): ProductDocument =>
    project(productProjection, [recorded(created), ...events.map((event) => recorded(event, { occurredAt: at }))])!;

  it('keeps archived prices, and sorts by the price on sale', () => {
    const changed: ProductEvent = {
      type: 'ProductPricesChanged',
      data: { productId: PRODUCT, archived: ['ten'], added: [free] },
    };
    const { prices, price_amount, price_amount_type, modified_at } = after(changed);
    expect(prices.map(({ id, is_archived, modified_at }) => [id, is_archived, modified_at])).toEqual([
      ['ten', true, at],
      ['free', false, null],
    ]);
    expect([price_amount, price_amount_type, modified_at]).toEqual([0, 1, at]);
  });

  it('sorts by what the form begins with, and by type, if the buyer chooses or only a meter bills', () => {
    const sortedBy = (...prices: Price[]) => {
      const { price_amount_type, price_amount } = after({
        type: 'ProductPricesChanged',
        data: { productId: PRODUCT, archived: ['ten'], added: prices },
      });
      return [price_amount_type, price_amount];
    };
    expect(sortedBy(chosen)).toEqual([2, 1000]);
    expect(sortedBy({ ...chosen, minimumAmount: 1500 })).toEqual([2, 1500]);
    expect(sortedBy({ ...chosen, maximumAmount: 800 })).toEqual([2, 800]);
    expect(sortedBy({ ...chosen, presetAmount: 700 })).toEqual([2, 700]);
    expect(sortedBy(metered('calls', 'm1'))).toEqual([4, 0]);
    expect(sortedBy(metered('calls', 'm1'), twenty)).toEqual([3, 2000]);
  });

  it('is public until it is said otherwise', () => {
    const hidden: ProductEvent = { type: 'ProductUpdated', data: { productId: PRODUCT, visibility: 'private' } };
    const renamed: ProductEvent = { type: 'ProductUpdated', data: { productId: PRODUCT, name: 'Ledger' } };
    expect(after().visibility).toBe('public');
    expect(after(hidden, renamed).visibility).toBe('private');
  });

  it('shows the interval of the product in its prices', () =>
    expect(after().prices[0]).toMatchObject({ type: 'recurring', recurring_interval: 'month', price_amount: 1000 }));
});
