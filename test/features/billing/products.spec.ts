import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import type { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import type { Product } from '@polar-sh/sdk/models/components/product.js';
import { newUuid } from '../../../src/kernel/ids.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { until } from '../../support/until.ts';
import { organizationId, polar } from '../../support/sellers.ts';
import { foundOrganization } from '../../support/shop.ts';

describe('products over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  const monthly = (name: string, priceAmount: number) => ({
    name,
    recurringInterval: 'month' as const,
    prices: [{ amountType: 'fixed' as const, priceAmount }],
  });

  beforeAll(async () => {
    running = await startApp();
    await foundOrganization(running, 'products');
    acme = polar(running.url, 'seller-products');
  });
  afterAll(() => running.close());

  async function raw(method: string, path: string, body?: unknown, bearer = 'seller-products') {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const response = await fetch(running.url + path, { method, headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as { detail: { loc: unknown[] }[] } & Product };
  }
  const paths = (answer: { body: { detail: { loc: unknown[] }[] } }) =>
    answer.body.detail.map(({ loc }) => loc.join('.'));

  it('returns the same product from create, get and list', async () => {
    const product = await acme.products.create({ ...monthly('Basic plan', 900), metadata: { tier: 1 } });
    expect(product).toMatchObject({
      name: 'Basic plan',
      description: null,
      recurringInterval: 'month',
      isRecurring: true,
      isArchived: false,
      organizationId: organizationId('products'),
      metadata: { tier: 1 },
      medias: [],
      benefits: [],
      attachedCustomFields: [],
      modifiedAt: null,
      prices: [{ amountType: 'fixed', priceAmount: 900, priceCurrency: 'usd', type: 'recurring', isArchived: false }],
    });
    expect(await acme.products.get({ id: product.id })).toEqual(product);
    const { result } = await acme.products.list({ id: product.id });
    expect(result.items).toEqual([product]);
    expect(result.pagination).toEqual({ totalCount: 1, maxPage: 1 });
  });

  it('serves one-time and free products', async () => {
    const gift = await acme.products.create({
      name: 'Gift',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    expect(gift).toMatchObject({ isRecurring: false, recurringInterval: null });
    expect(gift.prices).toMatchObject([{ amountType: 'free', type: 'one_time' }]);
    const shown = async (headers: object) => {
      const answer = await fetch(`${running.url}/v1/products/?id=${gift.id}`, {
        headers: { authorization: 'Bearer seller-products', ...headers },
      });
      return ((await answer.json()) as { items: { prices: object[] }[] }).items[0]!.prices;
    };
    expect(await shown({})).toMatchObject([{ amount_type: 'free', price_currency: 'usd' }]);
    expect(await shown({ 'polar-version': '2026-10' })).toMatchObject([{ amount_type: 'fixed', price_amount: 0 }]);
    const fixed = { name: 'Gift', recurring_interval: null, prices: [{ amount_type: 'fixed', price_amount: 0 }] };
    expect((await raw('POST', '/v1/products/', fixed)).body.prices).toMatchObject([{ amount_type: 'free' }]);
  });

  it('filters, searches and sorts lists', async () => {
    const seller = polar(running.url, 'seller-lists');
    const small = await seller.products.create(monthly('Apple', 500));
    const large = await seller.products.create(monthly('banana', 9000));
    const once = await seller.products.create({
      name: 'Cherry',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    await seller.products.update({ id: large.id, productUpdate: { isArchived: true } });
    const ids = async (query: Parameters<Polar['products']['list']>[0]) =>
      (await seller.products.list(query)).result.items.map(({ id }) => id);
    expect(await ids({})).toEqual([once.id, large.id, small.id]);
    expect(await ids({ sorting: ['name'] })).toEqual([small.id, large.id, once.id]);
    expect(await ids({ sorting: ['-price_amount'] })).toEqual([large.id, small.id, once.id]);
    expect(await ids({ sorting: ['price_amount_type', 'price_amount'] })).toEqual([once.id, small.id, large.id]);
    expect(await ids({ isArchived: true })).toEqual([large.id]);
    expect(await ids({ isRecurring: false })).toEqual([once.id]);
    expect(await ids({ query: 'AN' })).toEqual([large.id]);
    expect(await ids({ id: [small.id, once.id], sorting: ['created_at'] })).toEqual([small.id, once.id]);
    expect(await ids({ limit: 2, page: 2 })).toEqual([small.id]);
    expect(paths(await raw('GET', '/v1/products/?sorting=price&page=0'))).toEqual(['query.page', 'query.sorting.0']);
    await raw('PATCH', `/v1/products/${small.id}`, { visibility: 'private' }, 'seller-lists');
    const seen = await raw('GET', '/v1/products/?visibility=private&visibility=draft', undefined, 'seller-lists');
    expect(seen.body).toMatchObject({ items: [{ id: small.id, visibility: 'private' }] });
    expect(paths(await raw('GET', '/v1/products/?visibility=hidden'))).toEqual(['query.visibility']);
  });

  it('replaces prices, except those that an update lists', async () => {
    const product = await acme.products.create(monthly('Priced', 900));
    const kept = await acme.products.update({
      id: product.id,
      productUpdate: { prices: [{ id: product.prices[0]!.id }], name: 'Priced anew' },
    });
    expect(kept.prices).toEqual(product.prices);
    const { prices } = await acme.products.update({
      id: product.id,
      productUpdate: { prices: [{ amountType: 'fixed', priceAmount: 1200 }] },
    });
    expect(prices).toMatchObject([{ priceAmount: 1200 }]);
    expect(prices[0]!.id).not.toBe(product.prices[0]!.id);
    const back = await raw('PATCH', `/v1/products/${product.id}`, { prices: [{ id: product.prices[0]!.id }] });
    expect([back.status, ...paths(back)]).toEqual([422, 'body.prices.0.id']);
    await acme.products.update({ id: product.id, productUpdate: { prices: [{ amountType: 'free' }] } });
    const archived = `/api/dashboard/products/${product.id}/archived-prices`;
    expect((await raw('GET', archived)).body).toMatchObject({
      items: [
        { price_amount: 1200, is_archived: true },
        { price_amount: 900, is_archived: true },
      ],
    });
    expect((await raw('GET', archived, undefined, 'seller-products_other')).status).toBe(404);
  });

  it('refuses invalid and unsupported input at its field', async () => {
    const body = { name: 'Plan', recurring_interval: 'month', prices: [{ amount_type: 'fixed', price_amount: 900 }] };
    const refused = async (changes: object) => paths(await raw('POST', '/v1/products/', { ...body, ...changes }));
    expect(await refused({ name: 'ab' })).toEqual(['body.name']);
    expect(await refused({ recurring_interval: undefined })).toEqual(['body.recurring_interval']);
    expect(await refused({ recurring_interval: 'week' })).toEqual(['body.recurring_interval']);
    expect(await refused({ visibility: 'hidden' })).toEqual(['body.visibility']);
    expect(await refused({ prices: [] })).toEqual(['body.prices']);
    expect(await refused({ prices: [...body.prices, { amount_type: 'free' }] })).toEqual(['body.prices']);
    expect(await refused({ prices: [{ amount_type: 'fixed', price_amount: 49 }] })).toEqual([
      'body.prices.0.price_amount',
    ]);
    expect(await refused({ prices: [{ amount_type: 'fixed', price_amount: 100_000_000 }] })).toEqual([
      'body.prices.0.price_amount',
    ]);
    expect(await refused({ prices: [{ amount_type: 'fixed', price_amount: 900, price_currency: 'xyz' }] })).toEqual([
      'body.prices.0.price_currency',
    ]);
    const priced = (about: object) => refused({ prices: [about] });
    const at = (field: string) => [`body.prices.0.${field}`];
    expect(await priced({ amount_type: 'tiered' })).toEqual(at('amount_type'));
    expect(await priced({ amount_type: 'custom', minimum_amount: 49 })).toEqual(at('minimum_amount'));
    expect(await priced({ amount_type: 'custom', preset_amount: 1_000_001 })).toEqual(at('preset_amount'));
    const limits = { amount_type: 'custom', minimum_amount: 500, maximum_amount: 1_000 };
    for (const price_currency of ['usd', 'eur']) {
      expect(await priced({ ...limits, preset_amount: 5_000, price_currency })).toEqual(at('preset_amount'));
      expect(await priced({ ...limits, maximum_amount: 100, price_currency })).toEqual(at('maximum_amount'));
    }
    const usage = { amount_type: 'metered_unit', meter_id: newUuid(), unit_amount: '0.5' };
    expect(await priced(usage)).toEqual(at('meter_id'));
    expect(await priced({ ...usage, meter_id: undefined })).toEqual(at('meter_id'));
    for (const unit_amount of ['0', '-1', '1e3', '', 'NaN', '0.0000000000001', '123456789012345678', -0.5, {}, null])
      expect(await priced({ ...usage, unit_amount })).toEqual(at('unit_amount'));
    expect(await priced({ ...usage, cap_amount: -1 })).toEqual(at('cap_amount'));
    expect(await refused({ medias: ['x'] })).toEqual(['body.medias']);
    expect(await refused({ medias: [newUuid()] })).toEqual(['body.medias.0']);
    expect(await refused({ attached_custom_fields: [{}] })).toEqual([
      'body.attached_custom_fields.0.custom_field_id',
      'body.attached_custom_fields.0.required',
    ]);
    expect(await refused({ attached_custom_fields: [{ custom_field_id: newUuid(), required: true }] })).toEqual([
      'body.attached_custom_fields.0.custom_field_id',
    ]);
    expect(await refused({ metadata: { ['k'.repeat(41)]: 1 } })).toEqual(['body.metadata']);
    expect(await refused({ metadata: { note: '' } })).toEqual(['body.metadata']);
    expect(await refused({ organization_id: organizationId('products') })).toEqual(['body.organization_id']);
  });

  it('sells what a meter counts and what buyers choose to pay, and asks for custom fields until they are deleted', async () => {
    const { id: meterId } = await acme.meters.create({
      name: 'API calls',
      filter: { conjunction: 'and', clauses: [] },
      aggregation: { func: 'count' },
    });
    const field = await acme.customFields.create({ type: 'text', slug: 'company', name: 'Company', properties: {} });
    const product = await acme.products.create({
      name: 'Pay what you want',
      recurringInterval: 'month',
      prices: [
        { amountType: 'metered_unit', meterId, unitAmount: '0.50', capAmount: 20_000 },
        { amountType: 'custom', minimumAmount: 500, presetAmount: 700 },
      ],
      attachedCustomFields: [{ customFieldId: field.id, required: true }],
    });
    expect(product.prices).toMatchObject([
      { amountType: 'custom', minimumAmount: 500, maximumAmount: null, presetAmount: 700 },
      { amountType: 'metered_unit', unitAmount: '0.5', capAmount: 20_000, meterId, meter: { name: 'API calls' } },
    ]);
    expect(product.attachedCustomFields).toMatchObject([
      { customFieldId: field.id, order: 0, required: true, customField: { slug: 'company' } },
    ]);
    expect((await raw('GET', `/v1/products/${product.id}`)).body).toMatchObject({
      is_deletable: false,
      prices: [{ minimum_amount: 500 }, { meter: { unit: 'scalar', custom_label: null } }],
    });
    const asking = async () => (await raw('GET', `/v1/products/?custom_field_id=${field.id}`)).body;
    expect(await asking()).toMatchObject({ items: [{ id: product.id }], pagination: { total_count: 1 } });
    await acme.customFields.delete({ id: field.id });
    const isDetached = async () => (await acme.products.get({ id: product.id })).modifiedAt !== null;
    await until(isDetached, 'the field to be detached');
    expect((await acme.products.get({ id: product.id })).attachedCustomFields).toEqual([]);
  });

  it('makes the client throw its own validation error', async () => {
    const error = (await acme.products
      .create(monthly('ab', 900))
      .catch((thrown: unknown) => thrown)) as HTTPValidationError;
    expect([error.name, error.detail?.[0]?.loc]).toEqual(['HTTPValidationError', ['body', 'name']]);
  });

  it('hides products of other tenants', async () => {
    const { id } = await acme.products.create(monthly('Secret plan', 900));
    const other = polar(running.url, 'seller-products_other');
    await expect(other.products.get({ id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
    await expect(other.products.update({ id, productUpdate: { name: 'Taken' } })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    await expect(other.products.updateBenefits({ id, productBenefitsUpdate: { benefits: [] } })).rejects.toMatchObject({
      error: 'ResourceNotFound',
    });
    expect((await other.products.list({ organizationId: organizationId('products') })).result.items).toEqual([]);
    expect((await raw('POST', '/v1/products/', {}, 'reader-products')).status).toBe(403);
  });

  it('takes the organization from the body of a user’s request', async () => {
    const user = polar(running.url, 'user-products+products_other');
    const product = await user.products.create({
      ...monthly('By a user', 900),
      organizationId: organizationId('products_other'),
    });
    expect(product.organizationId).toBe(organizationId('products_other'));
    expect(paths(await raw('POST', '/v1/products/', { name: 'x' }, 'user-products')).sort()).toContain('body.name');
  });

  it('records the tenant in the metadata of every event', async () => {
    const user = polar(running.url, 'user-products+products_other');
    const { id } = await user.products.create({
      ...monthly('Owned', 900),
      organizationId: organizationId('products_other'),
    });
    await user.products.update({ id, productUpdate: { name: 'Owned still' } });
    const events = await running.ports.store.read(`product-${id}`);
    expect(events.map(({ metadata }) => metadata.organizationId)).toEqual([
      organizationId('products_other'),
      organizationId('products_other'),
    ]);
  });

  describe('benefits', () => {
    const custom = (description: string) => ({ type: 'custom' as const, description, properties: { note: 'Shh' } });

    it('are created, updated, listed and deleted', async () => {
      const benefit = await acme.benefits.create(custom('Priority support'));
      expect(benefit).toMatchObject({
        type: 'custom',
        description: 'Priority support',
        selectable: true,
        deletable: true,
        organizationId: organizationId('products'),
        metadata: {},
        properties: { note: 'Shh' },
      });
      expect(await acme.benefits.get({ id: benefit.id })).toEqual(benefit);
      const changed = await acme.benefits.update({
        id: benefit.id,
        requestBody: { type: 'custom', description: 'Faster support' },
      });
      expect(changed).toMatchObject({ description: 'Faster support', properties: { note: 'Shh' } });
      expect((await acme.benefits.list({ query: 'FASTER' })).result.items).toEqual([changed]);
      expect((await acme.benefits.list({ typeFilter: 'discord' })).result.items).toEqual([]);
      await acme.benefits.delete({ id: benefit.id });
      await expect(acme.benefits.get({ id: benefit.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
      await expect(acme.benefits.delete({ id: benefit.id })).rejects.toMatchObject({ error: 'ResourceNotFound' });
      expect((await acme.benefits.list({ query: 'support' })).result.items).toEqual([]);
    });

    it('must have a known type and a description of 3 to 42 characters', async () => {
      const refused = async (body: object) => paths(await raw('POST', '/v1/benefits/', body));
      expect(await refused({ type: 'chat', description: 'Chat', properties: {} })).toEqual(['body.type']);
      expect(await refused({ ...custom('ab') })).toEqual(['body.description']);
      expect(await refused({ ...custom('x'.repeat(43)) })).toEqual(['body.description']);
      expect(await refused({ type: 'custom', description: 'No properties' })).toEqual(['body.properties']);
    });

    it('are assigned to a product in order, and leave it when they are deleted', async () => {
      const [one, two] = [
        await acme.benefits.create(custom('One of two')),
        await acme.benefits.create(custom('Two of two')),
      ];
      const { id } = await acme.products.create(monthly('With benefits', 900));
      const change = (benefits: string[]) => acme.products.updateBenefits({ id, productBenefitsUpdate: { benefits } });
      expect((await change([two.id, one.id])).benefits).toEqual([two, one]);
      expect((await acme.products.list({ benefitId: one.id })).result.items.map((product) => product.id)).toEqual([id]);
      await acme.benefits.delete({ id: two.id });
      expect((await acme.products.get({ id })).benefits).toEqual([one]);
      expect((await change([])).benefits).toEqual([]);
      const refused = await raw('POST', `/v1/products/${id}/benefits`, { benefits: [one.id, two.id] });
      expect([refused.status, ...paths(refused)]).toEqual([422, 'body.benefits.1']);
    });

    it('of other tenants cannot be assigned', async () => {
      const { id } = await polar(running.url, 'seller-products_other').benefits.create(custom('Not yours'));
      const product = await acme.products.create(monthly('Greedy', 900));
      const taken = await raw('POST', `/v1/products/${product.id}/benefits`, { benefits: [id] });
      expect(paths(taken)).toEqual(['body.benefits.0']);
    });
  });
});
