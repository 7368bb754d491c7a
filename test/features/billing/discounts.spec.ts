import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { Commands } from '../../../src/app/commands.ts';
import {
  CompleteRedemption,
  ReleaseRedemption,
  ReserveRedemption,
} from '../../../src/features/billing/discounts/discount.commands.ts';
import { CODE_CLAIM } from '../../../src/features/billing/discounts/discount.claims.ts';
import { DiscountPresenter, DiscountReader } from '../../../src/features/billing/discounts/discounts.queries.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Claims, claimStream } from '../../../src/kernel/writing/claim.ts';
import { startContext, type Command } from '../../../src/kernel/writing/command.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { foundOrganization } from '../../support/shop.ts';
import { NOW } from '../../support/given.ts';
import { organizationId, polar } from '../../support/sellers.ts';

describe('discounts over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  let globex: Polar;

  beforeAll(async () => {
    running = await startApp();
    await foundOrganization(running, 'discounts');
    [acme, globex] = [polar(running.url, 'seller-discounts'), polar(running.url, 'seller-discounts_other')];
  });
  afterAll(() => running.close());

  interface Answer {
    id: string;
    detail: { loc: (string | number)[]; msg: string; type: string }[];
    [field: string]: unknown;
  }
  async function raw(method: string, path: string, body?: unknown, bearer = 'seller-discounts') {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const response = await fetch(running.url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Answer };
  }
  const paths = ({ body }: { body: Answer }) => body.detail.map(({ loc }) => loc.join('.'));
  const post = (body: object, bearer?: string) => raw('POST', '/v1/discounts/', body, bearer);
  const half = { name: 'Half', type: 'percentage', basis_points: 5_000, duration: 'once' } as const;
  const percentage = (name: string, more: object = {}) =>
    acme.discounts.create({ name, type: 'percentage', duration: 'once', basisPoints: 1_000, ...more });
  const execute = <R>(command: Command<string, unknown, R>) => running.app.get(Commands).execute(command);
  const context = () =>
    startContext({ kind: 'system', id: 'spec' }, { now: () => running.clock.now(), machineNow: () => NOW }, newUuid());
  const reserve = (discountId: string, checkoutId = newUuid(), attempt = newUuid()) =>
    execute(new ReserveRedemption({ discountId, checkoutId, attempt, customerId: null }, context()));

  it('have four shapes, the same from create, get and list', async () => {
    const product = await acme.products.create({
      name: 'Ledger Pro',
      recurringInterval: 'month',
      prices: [{ amountType: 'fixed', priceAmount: 900 }],
    });
    const fixed = await acme.discounts.create({
      name: 'Five off',
      type: 'fixed',
      amount: 500,
      duration: 'forever',
      code: 'Five',
      startsAt: new Date('2026-01-01T00:00:00Z'),
      endsAt: new Date('2030-01-01T00:00:00Z'),
      maxRedemptions: 10,
      products: [product.id],
      metadata: { tier: 1 },
    });
    expect(fixed).toMatchObject({
      name: 'Five off',
      type: 'fixed',
      amount: 500,
      currency: 'usd',
      duration: 'forever',
      code: 'Five',
      startsAt: new Date('2026-01-01T00:00:00Z'),
      maxRedemptions: 10,
      redemptionsCount: 0,
      organizationId: organizationId('discounts'),
      metadata: { tier: 1 },
      modifiedAt: null,
      products: [{ id: product.id, name: 'Ledger Pro', isRecurring: true, metadata: {} }],
    });
    expect((await raw('GET', `/v1/discounts/${fixed.id}`)).body).toMatchObject({ amounts: { usd: 500 } });
    const euros = { name: 'Four off', type: 'fixed', amount: 400, currency: 'eur', duration: 'once' };
    expect((await post(euros, 'seller-euros')).body).toMatchObject({ amounts: { eur: 400 } });
    expect(await acme.discounts.get({ id: fixed.id })).toEqual(fixed);
    const once = await percentage('Tenth');
    expect(once).toMatchObject({ type: 'percentage', basisPoints: 1_000, code: null, products: [] });
    // The SDK strips the months of a repeating discount, so that only plain HTTP can create one.
    const repeating = { ...half, name: 'Quarter', duration: 'repeating', duration_in_months: 3 };
    const three = await post(repeating);
    expect([three.status, three.body]).toMatchObject([201, { ...repeating, code: null, metadata: {}, products: [] }]);
    expect(Object.keys(three.body)).not.toContain('amount');
    const fixedMonths = { name: 'Dollar', type: 'fixed', amount: 100, currency: 'usd', duration: 'repeating' };
    const twelve = await post({ ...fixedMonths, duration_in_months: 12 });
    expect([twelve.status, twelve.body]).toMatchObject([201, { ...fixedMonths, duration_in_months: 12 }]);
    expect(Object.keys(twelve.body)).not.toContain('basis_points');
    await expect(
      acme.discounts.create({ ...half, basisPoints: 5_000, duration: 'repeating', durationInMonths: 3 } as never),
    ).rejects.toMatchObject({ detail: [{ loc: ['body', 'duration_in_months'] }] });
    const { result } = await acme.discounts.list({ limit: 100 });
    expect(result.items.find(({ id }) => id === fixed.id)).toEqual(fixed);
    expect(result.items.map(({ name }) => name)).toEqual(['Dollar', 'Quarter', 'Tenth', 'Five off']);
  });

  it('are listed by their fields, and found by name and code', async () => {
    const listed = async (query: string) => {
      const { body } = await raw('GET', `/v1/discounts/?limit=100&${query}`);
      return (body.items as { name: string }[]).map(({ name }) => name);
    };
    expect(await listed('sorting=name')).toEqual(['Dollar', 'Five off', 'Quarter', 'Tenth']);
    expect((await listed('sorting=-code'))[0]).toBe('Five off');
    expect(await listed('query=IVE')).toEqual(['Five off']);
    expect(await listed('query=quart')).toEqual(['Quarter']);
    expect(await listed('type=fixed&sorting=name')).toEqual(['Dollar', 'Five off']);
    expect(await listed('duration=repeating&sorting=-name')).toEqual(['Quarter', 'Dollar']);
    expect(await listed('metadata[tier]=1')).toEqual(['Five off']);
    expect(await listed('status=active&sorting=name')).toEqual(['Dollar', 'Five off', 'Quarter', 'Tenth']);
    const ended = (await post({ ...half, name: 'Ended', ends_at: '2020-01-01T00:00:00Z' })).body.id;
    const later = (await post({ ...half, name: 'Later', starts_at: '9000-01-01T00:00:00Z' })).body.id;
    const { id } = (await post({ ...half, name: 'Gone', max_redemptions: 1 })).body;
    await reserve(id);
    await running.runtime.settled();
    expect(await listed('status=ended')).toEqual(['Ended']);
    expect(await listed('status=scheduled')).toEqual(['Later']);
    expect(await listed('status=used_up')).toEqual(['Gone']);
    expect(await listed('status=ended&status=scheduled&sorting=name')).toEqual(['Ended', 'Later']);
    expect(await listed('status=active&sorting=name')).toEqual(['Dollar', 'Five off', 'Quarter', 'Tenth']);
    for (const one of [ended, later, id]) await raw('DELETE', `/v1/discounts/${one}`);
    expect((await raw('GET', '/v1/discounts/?status=new')).status).toBe(422);
    expect((await raw('GET', '/v1/discounts/?sorting=amount')).status).toBe(422);
    expect((await raw('GET', '/v1/discounts/?type=free')).status).toBe(422);
    expect((await globex.discounts.list({})).result.items).toEqual([]);
  });

  it('change as the contract says', async () => {
    const { id } = await percentage('Change me', { code: 'CHANGE' });
    const changed = await acme.discounts.update({
      id,
      discountUpdate: { name: 'Changed', basisPoints: 2_000, code: 'changed', maxRedemptions: 5 },
    });
    expect(changed).toMatchObject({ name: 'Changed', basisPoints: 2_000, code: 'changed', maxRedemptions: 5 });
    expect(await acme.discounts.get({ id })).toEqual(changed);
    // The SDK sends `currency: "usd"` with every update.
    expect(Object.keys((await raw('GET', `/v1/discounts/${id}`)).body)).not.toContain('currency');
    expect(await acme.discounts.update({ id, discountUpdate: { code: null, maxRedemptions: null } })).toMatchObject({
      code: null,
      maxRedemptions: null,
    });
    expect(paths(await raw('PATCH', `/v1/discounts/${id}`, { type: 'fixed', duration: 'forever' }))).toEqual([
      'body.type',
      'body.duration',
    ]);
    await acme.discounts.delete({ id });
    for (const answer of [
      await raw('GET', `/v1/discounts/${id}`),
      await raw('PATCH', `/v1/discounts/${id}`, { name: 'a' }),
      await raw('DELETE', `/v1/discounts/${id}`),
    ])
      expect([answer.status, answer.body.error]).toEqual([404, 'ResourceNotFound']);
  });

  it('are their own organization’s', async () => {
    const { id } = await percentage('Mine');
    for (const answer of [
      await raw('GET', `/v1/discounts/${id}`, undefined, 'seller-discounts_other'),
      await raw('PATCH', `/v1/discounts/${id}`, { name: 'theirs' }, 'seller-discounts_other'),
      await raw('PATCH', `/v1/discounts/${id}`, { code: 'THEIRS' }, 'seller-discounts_other'),
      await raw('DELETE', `/v1/discounts/${id}`, undefined, 'seller-discounts_other'),
    ])
      expect(answer.status).toBe(404);
    expect((await acme.discounts.get({ id })).name).toBe('Mine');
    const theirs = await globex.products.create({
      name: 'Theirs',
      recurringInterval: null,
      prices: [{ amountType: 'free' }],
    });
    const foreign = await post({ ...half, products: [newUuid(), theirs.id] });
    expect(paths(foreign)).toEqual(['body.products.0', 'body.products.1']);
    expect(paths(await raw('PATCH', `/v1/discounts/${id}`, { products: [theirs.id] }))).toEqual(['body.products.0']);
    expect(paths(await post({ ...half, organization_id: organizationId('discounts') }))).toEqual([
      'body.organization_id',
    ]);
    expect(paths(await post(half, 'user-discounts'))).toEqual(['body.organization_id']);
    const own = await post({ ...half, organization_id: organizationId('discounts') }, 'user-discounts+discounts_other');
    expect(own.status).toBe(201);
    expect((await post(half, 'reader-discounts')).status).toBe(403);
    expect((await post(half, 'nobody')).status).toBe(401);
  });

  const repeat = { ...half, duration: 'repeating' };
  const fixed = { name: 'Fixed', type: 'fixed', amount: 500, duration: 'once' };
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['body.name', 'body.type', 'body.duration']],
    ['an empty name', { ...half, name: '' }, ['body.name']],
    ['a long name', { ...half, name: 'a'.repeat(501) }, ['body.name']],
    ['another type', { ...half, type: 'free' }, ['body.type']],
    ['another duration', { ...half, duration: 'weekly' }, ['body.duration']],
    ['no basis points', { ...half, basis_points: 0 }, ['body.basis_points']],
    ['more than everything', { ...half, basis_points: 10_001 }, ['body.basis_points']],
    ['a fraction of a point', { ...half, basis_points: 0.5 }, ['body.basis_points']],
    ['a missing percentage', { ...half, basis_points: undefined }, ['body.basis_points']],
    ['a negative amount', { ...fixed, amount: -1 }, ['body.amount']],
    ['a fraction of a cent', { ...fixed, amount: 1.5 }, ['body.amount']],
    ['an amount as text', { ...fixed, amount: '500' }, ['body.amount']],
    ['a missing amount', { ...fixed, amount: undefined }, ['body.amount']],
    ['an amount beyond all bounds', { ...fixed, amount: 1e300 }, ['body.amount']],
    ['an unknown currency', { ...fixed, currency: 'xyz' }, ['body.currency']],
    ['no months', repeat, ['body.duration_in_months']],
    ['0 months', { ...repeat, duration_in_months: 0 }, ['body.duration_in_months']],
    ['1,000 months', { ...repeat, duration_in_months: 1_000 }, ['body.duration_in_months']],
    ['a code with spaces', { ...half, code: 'TEN OFF' }, ['body.code']],
    ['a code with signs', { ...half, code: 'TEN%OFF' }, ['body.code']],
    ['a short code', { ...half, code: 'AB' }, ['body.code']],
    ['a long code', { ...half, code: 'a'.repeat(257) }, ['body.code']],
    ['a code of another type', { ...half, code: 12345 }, ['body.code']],
    [
      'dates in the wrong order',
      { ...half, starts_at: '2026-02-02T00:00:00Z', ends_at: '2026-02-01T00:00:00Z' },
      ['body.ends_at'],
    ],
    ['a date without offset', { ...half, starts_at: '2026-02-02T00:00:00' }, ['body.starts_at']],
    ['no such date', { ...half, ends_at: 'tomorrow' }, ['body.ends_at']],
    ['no redemptions', { ...half, max_redemptions: 0 }, ['body.max_redemptions']],
    ['half a redemption', { ...half, max_redemptions: 1.5 }, ['body.max_redemptions']],
    ['an unknown product', { ...half, products: [newUuid()] }, ['body.products.0']],
    ['a product without id', { ...half, products: ['x'] }, ['body.products']],
    ['101 products', { ...half, products: Array.from({ length: 101 }, () => newUuid()) }, ['body.products']],
    [
      'a metadata key too many',
      { ...half, metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, n])) },
      ['body.metadata'],
    ],
  ])('refuses %s', async (_, body, at) => {
    const before = (await raw('GET', '/v1/discounts/')).body.pagination;
    const answer = await post(body);
    expect([answer.status, paths(answer)]).toEqual([422, at]);
    expect((await raw('GET', '/v1/discounts/')).body.pagination).toEqual(before);
  });

  it('read an empty code and a missing one alike', async () => {
    const [one, other] = [await post({ ...half, code: '' }), await post({ ...half, code: null })];
    expect([one.body.code, other.body.code]).toEqual([null, null]);
  });

  it('have codes that are unique in the organization, ignoring case', async () => {
    const { id } = await percentage('Unique', { code: 'Unique20' });
    expect((await post({ ...half, code: 'UNIQUE20' })).body.detail).toMatchObject([
      { loc: ['body', 'code'], msg: 'Discount with this code already exists.' },
    ]);
    expect((await post({ ...half, code: 'UNIQUE20' }, 'seller-discounts_other')).status).toBe(201);
    const other = (await percentage('Other')).id;
    expect(paths(await raw('PATCH', `/v1/discounts/${other}`, { code: 'unique20' }))).toEqual(['body.code']);
    expect((await raw('PATCH', `/v1/discounts/${id}`, { code: 'UNIQUE20' })).body.code).toBe('UNIQUE20');
    const reader = running.app.get(DiscountReader);
    expect((await reader.byCode(organizationId('discounts'), ' unIQUE20'))?.discountId).toBe(id);
    expect(await reader.byCode(organizationId('initech'), 'UNIQUE20')).toBeUndefined();
    // A code that was changed or whose discount was deleted is free.
    await acme.discounts.update({ id, discountUpdate: { code: 'Moved' } });
    expect(await reader.byCode(organizationId('discounts'), 'UNIQUE20')).toBeUndefined();
    expect((await raw('PATCH', `/v1/discounts/${other}`, { code: 'unique20' })).status).toBe(200);
    await acme.discounts.delete({ id });
    expect((await post({ ...half, code: 'moved' })).status).toBe(201);
  });

  it('let one of 50 concurrent creates have the code', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post({ ...half, code: n % 2 === 0 ? 'RACE' : 'race' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(49);
    await running.runtime.settled();
    const claim = running.app.get(Claims).claim(CODE_CLAIM, organizationId('discounts'), 'race');
    const { result } = await acme.discounts.list({ query: 'race' });
    expect(result.items).toHaveLength(1);
    expect(await running.app.get(Claims).owner(claim)).toBe(`discount-${result.items[0]!.id}`);
    expect(claimStream(claim)).toMatch(/^claim-discount-code_/);
  });

  it('let one of 50 checkouts have the last redemption', async () => {
    const { id } = await percentage('Last', { maxRedemptions: 3 });
    await reserve(id);
    const second = newUuid();
    await reserve(id, second, 'a');
    await execute(
      new CompleteRedemption({ discountId: id, checkoutId: second, customerId: null, orderId: null }, context()),
    );
    const checkouts = Array.from({ length: 50 }, () => newUuid());
    const outcomes = await Promise.allSettled(checkouts.map((checkoutId) => reserve(id, checkoutId, 'a')));
    const won = outcomes.flatMap(({ status }, at) => (status === 'fulfilled' ? [checkouts[at]!] : []));
    expect(won).toHaveLength(1);
    const [refused] = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as { fields?: unknown }] : [],
    );
    expect(refused?.fields).toEqual([
      { loc: ['body', 'discount_id'], msg: 'Discount is no longer redeemable.', type: 'value_error' },
    ]);
    await running.runtime.settled();
    expect((await acme.discounts.get({ id })).redemptionsCount).toBe(3);
    await execute(
      new ReleaseRedemption({ discountId: id, checkoutId: won[0]!, attempt: 'a', reason: 'expired' }, context()),
    );
    await running.runtime.settled();
    expect((await acme.discounts.get({ id })).redemptionsCount).toBe(2);
    expect(paths(await raw('PATCH', `/v1/discounts/${id}`, { basis_points: 1 }))).toEqual(['body.basis_points']);
    expect(paths(await raw('PATCH', `/v1/discounts/${id}`, { max_redemptions: 1 }))).toEqual(['body.max_redemptions']);
    const { result } = await acme.discounts.list({ sorting: ['-redemptions_count'], limit: 1 });
    expect(result.items.map(({ name }) => name)).toEqual(['Last']);
  });

  it('are shown without products, and kept when deleted, for what was bought with them', async () => {
    const { id } = await percentage('Kept', { code: 'KEPT' });
    await acme.discounts.delete({ id });
    const reader = running.app.get(DiscountReader);
    const document = (await reader.find([id])).get(id)!;
    const base = running.app.get(DiscountPresenter).presentBase(document);
    expect(base).toMatchObject({ id, name: 'Kept', code: 'KEPT', basis_points: 1_000, redemptions_count: 0 });
    expect(Object.keys(base)).not.toContain('products');
    expect(Object.keys(base)).not.toContain('deleted_at');
    expect(await reader.folded(id, 'any')).toMatchObject({ status: 'deleted' });
    expect(await reader.folded(id, { organizationIds: [organizationId('discounts_other')] })).toBeUndefined();
    expect(await reader.byCode(organizationId('discounts'), 'KEPT')).toBeUndefined();
  });

  it('go on from a snapshot after 1,000 redemptions, and answer changes from there', async () => {
    const { id } = await percentage('Popular');
    for (let round = 0; round < 11; round++) {
      const checkouts = Array.from({ length: 50 }, () => newUuid());
      await Promise.all(
        checkouts.map(async (checkoutId) => {
          await reserve(id, checkoutId, 'a');
          await execute(
            new CompleteRedemption({ discountId: id, checkoutId, customerId: null, orderId: null }, context()),
          );
        }),
      );
    }
    await running.runtime.settled();
    const changed = await acme.discounts.update({ id, discountUpdate: { name: 'Very popular', maxRedemptions: 551 } });
    expect(changed).toMatchObject({ name: 'Very popular', redemptionsCount: 550 });
    await reserve(id);
    await expect(reserve(id)).rejects.toMatchObject({ status: 422 });
  });
});
