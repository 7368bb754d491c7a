import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Polar } from '@polar-sh/sdk';
import { Commands } from '../../../src/app/commands.ts';
import { benefits } from '../../../src/features/billing/benefits/benefits.module.ts';
import {
  CompleteRedemption,
  ReleaseRedemption,
  ReserveRedemption,
} from '../../../src/features/billing/discounts/discount.commands.ts';
import { CODE_CLAIM } from '../../../src/features/billing/discounts/discount.claims.ts';
import { discountDecider, type DiscountState } from '../../../src/features/billing/discounts/discount.decider.ts';
import type { DiscountEvent, ReleaseReason } from '../../../src/features/billing/discounts/discount.events.ts';
import { discountClaimsProcess } from '../../../src/features/billing/discounts/discount.process.ts';
import { discountProjection } from '../../../src/features/billing/discounts/discount.projection.ts';
import {
  appliesTo,
  isInCurrency,
  isRecurringAllowed,
  isRedeemable,
  recurringTermsOf,
  redemptionsOf,
  termsOf,
  type Discount as DecidedDiscount,
} from '../../../src/features/billing/discounts/discount.rules.ts';
import { discounts } from '../../../src/features/billing/discounts/discounts.module.ts';
import { DiscountPresenter, DiscountReader } from '../../../src/features/billing/discounts/discounts.queries.ts';
import { products } from '../../../src/features/billing/products/products.module.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import { Claims, claimStream } from '../../../src/kernel/writing/claim.ts';
import { startContext, type Command } from '../../../src/kernel/writing/command.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { project } from '../../../src/kernel/reading/projection.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';
import { organizationId, organizationsRead, polar, sellers } from '../../support/sellers.ts';

const ID = 'd1';
const claim = (digest: string) => ({ kind: CODE_CLAIM, digest });
type Created = Extract<DiscountEvent, { type: 'DiscountCreated' }>;
const createdWith = (more: Partial<Created['data']> = {}): Created => ({
  type: 'DiscountCreated',
  data: {
    discountId: ID,
    organizationId: 'o1',
    name: 'Spring',
    code: 'SPRING',
    codeClaim: claim('spring'),
    value: { type: 'percentage', basisPoints: 2_000 },
    duration: 'once',
    startsAt: null,
    endsAt: null,
    maxRedemptions: 1,
    productIds: [],
    metadata: {},
    ...more,
  },
});
const created = createdWith();
const endless = createdWith({ maxRedemptions: null });
const BEFORE = '2026-01-31T09:59:59.999Z';
const AFTER = '2026-01-31T10:00:00.001Z';
const reserved = (checkoutId = 'k1', attempt = 'p1'): DiscountEvent => ({
  type: 'RedemptionReserved',
  data: { discountId: ID, checkoutId, attempt, customerId: null },
});
const redeemed = (checkoutId = 'k1'): DiscountEvent => ({
  type: 'DiscountRedeemed',
  data: { discountId: ID, checkoutId, customerId: 'c1', orderId: 'b1' },
});
const releasedFor = (reason: ReleaseReason, checkoutId = 'k1', attempt = 'p1'): DiscountEvent => ({
  type: 'RedemptionReleased',
  data: { discountId: ID, checkoutId, attempt, reason },
});
const deleted: DiscountEvent = {
  type: 'DiscountDeleted',
  data: { discountId: ID, organizationId: 'o1', released: claim('spring') },
};
const after = (...events: DiscountEvent[]) => fold(discountDecider, events) as DecidedDiscount & DiscountState;

describe('the discount decider', () => {
  const given = specOf(discountDecider);
  const update = (changes: object) => ({ type: 'UpdateDiscount', data: { discountId: ID, ...changes } }) as const;
  const updated = (changes: object): DiscountEvent => ({
    type: 'DiscountUpdated',
    data: { discountId: ID, ...changes },
  });

  it('creates once, and only with dates in order', () => {
    given().when({ type: 'CreateDiscount', data: created.data }).then(created);
    given(created).when({ type: 'CreateDiscount', data: created.data }).then();
    const reversed = { ...created.data, startsAt: NOW, endsAt: NOW };
    given().when({ type: 'CreateDiscount', data: reversed }).thenRefusedAt('body.ends_at');
  });

  it('records only what has changed', () => {
    given(created)
      .when(update({ name: 'Summer', basisPoints: 2_000, currency: 'usd', type: 'percentage', duration: 'once' }))
      .then(updated({ name: 'Summer' }));
    given(created)
      .when(update({ basisPoints: 2_500, endsAt: AFTER, maxRedemptions: null, productIds: ['x1'] }))
      .then(
        updated({
          value: { type: 'percentage', basisPoints: 2_500 },
          endsAt: AFTER,
          maxRedemptions: null,
          productIds: ['x1'],
        }),
      );
    given(created).when(update({})).then();
  });

  it('never changes its type and duration', () => {
    given(created)
      .when(update({ type: 'fixed', duration: 'forever', durationInMonths: 3, amount: 100 }))
      .thenRefusedAt('body.type', 'body.duration', 'body.duration_in_months', 'body.amount');
    const fixed = createdWith({ value: { type: 'fixed', amount: 500, currency: 'usd' }, duration: { months: 3 } });
    given(fixed)
      .when(update({ basisPoints: 100, duration: 'once' }))
      .thenRefusedAt('body.duration', 'body.basis_points');
    given(fixed)
      .when(update({ amount: 700, durationInMonths: 6, duration: 'repeating' }))
      .then(updated({ value: { type: 'fixed', amount: 700, currency: 'usd' }, duration: { months: 6 } }));
    // Clients send usd with every change.
    const dinars = createdWith({ value: { type: 'fixed', amount: 1_000, currency: 'bhd' } });
    given(dinars)
      .when(update({ amount: 1_500, currency: 'usd' }))
      .then(updated({ value: { type: 'fixed', amount: 1_500, currency: 'bhd' } }));
    given(dinars)
      .when(update({ currency: 'eur' }))
      .thenRefusedAt('body.currency');
    given(dinars)
      .when(update({ amount: 1_505 }))
      .thenRefusedAt('body.amount');
  });

  it.each([
    [createdWith({ maxRedemptions: 2 }), { basisPoints: 100 }, 'body.basis_points'],
    [
      createdWith({ maxRedemptions: 2, value: { type: 'fixed', amount: 500, currency: 'eur' } }),
      { amount: 1 },
      'body.amount',
    ],
    [createdWith({ maxRedemptions: 2, duration: { months: 3 } }), { durationInMonths: 4 }, 'body.duration_in_months'],
  ])('keeps its value once it is held or redeemed', (of, change, at) => {
    given(of, reserved()).when(update(change)).thenRefusedAt(at);
    given(of, reserved(), redeemed()).when(update(change)).thenRefusedAt(at);
    given(of, reserved())
      .when(update({ name: 'Summer' }))
      .then(updated({ name: 'Summer' }));
    const [changed] = discountDecider.decide(
      { now: NOW, machineNow: NOW, ...update(change) },
      after(of, reserved(), releasedFor('payment_failed')),
    );
    expect(changed?.type).toBe('DiscountUpdated');
  });

  it('cannot have a maximum below what is held and redeemed', () => {
    const twice = [endless, reserved(), redeemed(), reserved('k2')];
    given(...twice)
      .when(update({ maxRedemptions: 1 }))
      .thenRefusedAt('body.max_redemptions');
    given(...twice)
      .when(update({ maxRedemptions: 2 }))
      .then(updated({ maxRedemptions: 2 }));
  });

  it('changes nothing but name and metadata once it has ended', () => {
    const past = createdWith({ endsAt: BEFORE });
    given(past)
      .when(update({ name: 'Old', metadata: { a: 1 } }))
      .then(updated({ name: 'Old', metadata: { a: 1 } }));
    given(past)
      .when(update({ code: 'NEW', codeClaim: claim('new'), endsAt: null, maxRedemptions: 9, productIds: ['x1'] }))
      .thenRefusedAt('body.code', 'body.ends_at', 'body.max_redemptions', 'body.products');
    given(past)
      .when(update({ basisPoints: 1 }))
      .thenRefusedAt('body.basis_points');
  });

  it('claims a new code, and releases the old one', () => {
    given(created)
      .when(update({ code: 'summer', codeClaim: claim('summer') }))
      .then(updated({ code: 'summer', codeClaim: claim('summer'), releasedCodeClaim: claim('spring') }));
    given(created)
      .when(update({ code: 'Spring' }))
      .then(updated({ code: 'Spring' }));
    given(created)
      .when(update({ code: null }))
      .then(updated({ code: null, codeClaim: null, releasedCodeClaim: claim('spring') }));
    given(created, { type: 'ClaimForfeited', data: claim('summer') })
      .when(update({ code: 'summer', codeClaim: claim('summer') }))
      .thenRefused('ClaimForfeited');
    given().when({ type: 'CreateDiscount', data: created.data }).then(created);
    given({ type: 'ClaimForfeited', data: claim('spring') })
      .when({ type: 'CreateDiscount', data: created.data })
      .thenRefused('ClaimForfeited');
  });

  it('is deleted once, and releases its code', () => {
    given(created)
      .when({ type: 'DeleteDiscount', data: { discountId: ID } })
      .then(deleted);
    given(created, deleted)
      .when({ type: 'DeleteDiscount', data: { discountId: ID } })
      .thenRefused('ResourceNotFound');
    given(created, deleted)
      .when(update({ name: 'Summer' }))
      .thenRefused('ResourceNotFound');
    const react = (event: DiscountEvent) => discountClaimsProcess.react(recorded(event) as never);
    expect(react(deleted)).toMatchObject([{ data: { claims: [claim('spring')] } }]);
    expect(react(updated({ name: 'a' }))).toEqual([]);
  });
});

describe('redemptions', () => {
  const given = specOf(discountDecider);
  const reserve = (checkoutId = 'k1', attempt = 'p1', now = NOW) =>
    ({ type: 'ReserveRedemption', data: { discountId: ID, checkoutId, attempt, customerId: null }, now }) as const;
  const complete = {
    type: 'CompleteRedemption',
    data: { discountId: ID, checkoutId: 'k1', customerId: 'c1', orderId: 'b1' },
  } as const;
  const release = (attempt = 'p1') =>
    ({
      type: 'ReleaseRedemption',
      data: { discountId: ID, checkoutId: 'k1', attempt, reason: 'payment_failed' },
    }) as const;

  it('are reserved once per attempt, up to the maximum', () => {
    given(created).when(reserve()).then(reserved());
    given(created, reserved()).when(reserve()).then();
    given(created, reserved()).when(reserve('k2')).thenRefusedAt('body.discount_id');
    given(created, reserved(), redeemed()).when(reserve('k2')).thenRefusedAt('body.discount_id');
    given(created, reserved(), releasedFor('payment_failed')).when(reserve('k2')).then(reserved('k2'));
    given(endless, reserved(), redeemed()).when(reserve('k2')).then(reserved('k2'));
  });
  it('are reserved only within the dates, and while the discount exists', () => {
    const dated = createdWith({ startsAt: NOW, endsAt: AFTER });
    given(dated).when(reserve()).then(reserved());
    given(dated)
      .when(reserve('k1', 'p1', AFTER))
      .then(reserved());
    given(dated)
      .when(reserve('k1', 'p1', BEFORE))
      .thenRefusedAt('body.discount_id');
    given(dated)
      .when(reserve('k1', 'p1', '2026-02-01T00:00:00.000Z'))
      .thenRefusedAt('body.discount_id');
    given(created, deleted).when(reserve()).thenRefusedAt('body.discount_id');
    given().when(reserve()).thenRefusedAt('body.discount_id');
  });
  it('pass from one attempt of a checkout to the next, which the end of the first does not release', () => {
    const taken = [releasedFor('superseded'), reserved('k1', 'p2')];
    given(created, reserved())
      .when(reserve('k1', 'p2'))
      .then(...taken);
    given(created, reserved(), ...taken)
      .when(release('p1'))
      .then();
    given(created, reserved(), ...taken)
      .when(release('p2'))
      .then(releasedFor('payment_failed', 'k1', 'p2'));
  });
  it('are used once the checkout succeeds, also of a deleted discount', () => {
    given(created, reserved()).when(complete).then(redeemed());
    given(created, reserved(), redeemed()).when(complete).then();
    given(created, reserved(), redeemed()).when(release()).then();
    given(created, reserved(), deleted).when(complete).then(redeemed());
    given(created).when(complete).then();
    given().when(complete).then();
  });
  it('are free again once the payment fails', () => {
    given(created, reserved()).when(release()).then(releasedFor('payment_failed'));
    given(created).when(release()).then();
    given().when(release()).then();
  });
  it('count as held and as used', () => {
    const count = (...events: DiscountEvent[]) => {
      const document = project(
        discountProjection,
        [created, ...events].map((event) => recorded(event)),
      )!;
      const state = after(created, ...events);
      expect(redemptionsOf(state)).toBe(document.redemptions_count);
      return document.redemptions_count;
    };
    expect(count()).toBe(0);
    expect(count(reserved())).toBe(1);
    expect(count(reserved(), redeemed())).toBe(1);
    expect(count(reserved(), releasedFor('payment_failed'))).toBe(0);
    expect(count(reserved(), releasedFor('superseded'), reserved('k1', 'p2'), redeemed(), reserved('k2'))).toBe(2);
  });
  it('are kept in a snapshot, which goes on as the stream does', () => {
    const { encode, decode } = discountDecider.snapshot!;
    const state = after(endless, reserved('k1'), redeemed('k1'), reserved('k2'));
    const restored = decode!(JSON.parse(JSON.stringify(encode!(state)))) as typeof state;
    expect(redemptionsOf(restored)).toBe(2);
    expect([...restored.reserved.entries()]).toEqual([...state.reserved.entries()]);
    expect(restored).toEqual(state);
    const absent = discountDecider.initial;
    expect(decode!(encode!(absent))).toEqual(absent);
  });
});

describe('what a discount does to a purchase', () => {
  it('applies to its products, in its currency', () => {
    expect(appliesTo(after(created), 'x1')).toBe(true);
    expect(appliesTo(after(createdWith({ productIds: ['x1'] })), 'x1')).toBe(true);
    expect(appliesTo(after(createdWith({ productIds: ['x1'] })), 'x2')).toBe(false);
    const euros = after(createdWith({ value: { type: 'fixed', amount: 500, currency: 'eur' } }));
    expect([isInCurrency(euros, 'eur'), isInCurrency(euros, 'usd')]).toEqual([true, false]);
    expect(isInCurrency(after(created), 'jpy')).toBe(true);
  });
  it('lasts several months only for what recurs', () => {
    const months = after(createdWith({ duration: { months: 3 } }));
    expect([isRecurringAllowed(months, null), isRecurringAllowed(months, 'month')]).toEqual([false, true]);
    expect(isRecurringAllowed(after(created), null)).toBe(true);
  });
  it('leaves its terms with the bill and the subscription', () => {
    const fixed = after(
      createdWith({ value: { type: 'fixed', amount: 500, currency: 'eur' }, duration: { months: 3 } }),
    );
    expect(termsOf(fixed)).toEqual({ discountId: ID, type: 'fixed', amount: 500, currency: 'eur' });
    expect(recurringTermsOf(fixed, NOW)).toEqual({ ...termsOf(fixed), startedAt: NOW, duration: { months: 3 } });
    expect(termsOf(after(created))).toEqual({ discountId: ID, type: 'percentage', basisPoints: 2_000 });
  });
  it('is redeemable while one is left', () => {
    expect(isRedeemable(after(created), NOW)).toBe(true);
    expect(isRedeemable(after(created, reserved()), NOW)).toBe(false);
    expect(isRedeemable(after(created, deleted), NOW)).toBe(false);
    expect(isRedeemable(after(createdWith({ endsAt: BEFORE })), NOW)).toBe(false);
  });
});

describe('discounts over HTTP', () => {
  let running: TestApp;
  let acme: Polar;
  let globex: Polar;

  beforeAll(async () => {
    running = await startApp({ features: [sellers, organizationsRead, products, benefits, discounts] });
    [acme, globex] = [polar(running.url, 'seller-acme'), polar(running.url, 'seller-globex')];
  });
  afterAll(() => running.close());

  interface Answer {
    id: string;
    detail: { loc: (string | number)[]; msg: string; type: string }[];
    [field: string]: unknown;
  }
  async function raw(method: string, path: string, body?: unknown, bearer = 'seller-acme') {
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
      organizationId: organizationId('acme'),
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
      await raw('GET', `/v1/discounts/${id}`, undefined, 'seller-globex'),
      await raw('PATCH', `/v1/discounts/${id}`, { name: 'theirs' }, 'seller-globex'),
      await raw('PATCH', `/v1/discounts/${id}`, { code: 'THEIRS' }, 'seller-globex'),
      await raw('DELETE', `/v1/discounts/${id}`, undefined, 'seller-globex'),
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
    expect(paths(await post({ ...half, organization_id: organizationId('acme') }))).toEqual(['body.organization_id']);
    expect(paths(await post(half, 'user-acme'))).toEqual(['body.organization_id']);
    const own = await post({ ...half, organization_id: organizationId('acme') }, 'user-acme+globex');
    expect(own.status).toBe(201);
    expect((await post(half, 'reader-acme')).status).toBe(403);
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
    expect((await post({ ...half, code: 'UNIQUE20' }, 'seller-globex')).status).toBe(201);
    const other = (await percentage('Other')).id;
    expect(paths(await raw('PATCH', `/v1/discounts/${other}`, { code: 'unique20' }))).toEqual(['body.code']);
    expect((await raw('PATCH', `/v1/discounts/${id}`, { code: 'UNIQUE20' })).body.code).toBe('UNIQUE20');
    const reader = running.app.get(DiscountReader);
    expect((await reader.byCode(organizationId('acme'), ' unIQUE20'))?.discountId).toBe(id);
    expect(await reader.byCode(organizationId('initech'), 'UNIQUE20')).toBeUndefined();
    // A code that was changed or whose discount was deleted is free.
    await acme.discounts.update({ id, discountUpdate: { code: 'Moved' } });
    expect(await reader.byCode(organizationId('acme'), 'UNIQUE20')).toBeUndefined();
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
    const claim = running.app.get(Claims).claim(CODE_CLAIM, organizationId('acme'), 'race');
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
    expect(await reader.folded(id, { organizationIds: [organizationId('globex')] })).toBeUndefined();
    expect(await reader.byCode(organizationId('acme'), 'KEPT')).toBeUndefined();
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
