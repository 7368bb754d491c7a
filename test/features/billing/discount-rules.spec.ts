import { describe, expect, it } from '@jest/globals';
import { CODE_CLAIM } from '../../../src/features/billing/discounts/discount.claims.ts';
import { discountDecider, type DiscountState } from '../../../src/features/billing/discounts/discount.decider.ts';
import type {
  DiscountDuration,
  DiscountEvent,
  ReleaseReason,
} from '../../../src/features/billing/discounts/discount.events.ts';
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
import { lasts } from '../../../src/features/billing/subscriptions/subscription.periods.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { project } from '../../../src/kernel/reading/projection.ts';
import { NOW, recorded, specOf } from '../../support/given.ts';

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
    given(createdWith({ endsAt: NOW }))
      .when(update({ endsAt: null }))
      .then(updated({ endsAt: null }));
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
  it('applies to the periods that begin within its months', () => {
    const begins = [NOW, '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z', '2026-04-30T10:00:00.000Z'];
    const periods = (duration: DiscountDuration) =>
      begins.filter((begin) => lasts(recurringTermsOf(after(createdWith({ duration })), NOW), begin)).length;
    expect([periods('once'), periods({ months: 3 }), periods('forever')]).toEqual([1, 3, 4]);
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
