import { describe, expect, it } from '@jest/globals';
import { refundDecider, type PaidOrder } from '../../../src/features/billing/refunds/refund.decider.ts';
import type { Refunded, RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import type { TaxedPart } from '../../../src/features/billing/pricing/bill.ts';
import { refundableOf, refundOf } from '../../../src/features/billing/refunds/refund.rules.ts';
import { NOW, specOf } from '../../support/given.ts';

describe.each(['usd', 'jpy'])('the refunds of a payment in %s', (currency) => {
  const given = specOf(refundDecider);
  const about = { paymentId: 'p1', orderId: 'o1', organizationId: 'g1', customerId: 'c1', subscriptionId: null };
  const sold = { productId: 'x1', billingReason: 'purchase', paidAt: NOW } as const;
  const partsOf = (netAmount: number, amount: number): TaxedPart[] => {
    const rates = [{ name: 'VAT', percent: '19', country: 'DE', state: null, amount }];
    return [{ place: null, netAmount, tax: { rates, reverseCharge: false, calculator: 'table' } }];
  };
  const money = { netAmount: 1_000, taxAmount: 190, paidAmount: 1_190, currency };
  const order: PaidOrder = { ...about, ...sold, ...money, parts: partsOf(1_000, 190) };
  const asked = { reason: 'customer_request', comment: null, metadata: {}, revokeBenefits: false } as const;
  const request = (amount: number, more: { refundId?: string; revokeBenefits?: boolean; order?: PaidOrder } = {}) =>
    ({ type: 'RequestRefund', data: { refundId: 'r9', orderId: 'o1', amount, ...asked, order, ...more } }) as const;
  const refund = (refundId: string, amount: number, taxAmount: number, more: Partial<Refunded> = {}): Refunded => ({
    ...{ refundId, ...about, ...sold, amount, taxAmount, paymentAmount: amount + taxAmount, balanceAmount: 0 },
    ...{ currency, parts: partsOf(amount, taxAmount), revokeBenefits: false, ...more },
  });
  const requested = (of: Refunded): RefundEvent => ({ type: 'RefundRequested', data: { ...of, ...asked, ...of } });
  const succeeded = (of: Refunded, isFirstReport = true): RefundEvent => {
    return { type: 'RefundSucceeded', data: { ...of, reference: 'x', isFirstReport } };
  };
  const ids = (refundId: string) => ({ refundId, ...about });
  const report = (refundId: string, outcome: 'succeeded' | 'pending') =>
    ({ type: 'RecordRefundOutcome', data: { paymentId: 'p1', refundId, outcome, reference: 'x' } }) as const;
  const refusal = (refundId: string, outcome: 'failed' | 'canceled') =>
    ({ type: 'RecordRefundOutcome', data: { paymentId: 'p1', refundId, outcome, code: 'k', message: 'm' } }) as const;
  const one = refund('r1', 300, 57);

  it('takes a share of the tax, and the last part the rest of it', () => {
    given()
      .when(request(300))
      .then(requested(refund('r9', 300, 57)));
    given(requested(one), succeeded(one))
      .when(request(700))
      .then(requested(refund('r9', 700, 133)));
    given()
      .when(request(1_000))
      .then(requested(refund('r9', 1_000, 190)));
  });

  it('counts what is requested, pending or refunded, but not what has failed or was reversed', () => {
    given(requested(one)).when(request(701)).thenRefused('RefundAmountTooHigh');
    const pending: RefundEvent = { type: 'RefundPending', data: { ...ids('r1'), reference: 'x' } };
    given(requested(one), pending).when(request(701)).thenRefused('RefundAmountTooHigh');
    given(requested(one), succeeded(one)).when(request(701)).thenRefused('RefundAmountTooHigh');
    const failed: RefundEvent = {
      type: 'RefundFailed',
      data: { ...ids('r1'), code: 'k', message: 'm', isFirstReport: true },
    };
    const all = requested(refund('r9', 1_000, 190));
    given(requested(one), failed).when(request(1_000)).then(all);
    const reversed: RefundEvent = {
      type: 'RefundReversed',
      data: { ...one, outcome: 'failed', code: 'k', message: 'm', regrantBenefits: false },
    };
    given(requested(one), succeeded(one), reversed).when(request(1_000)).then(all);
  });

  it('refuses to refund what is refunded, and more parts than the stream can hold', () => {
    const all = refund('r1', 1_000, 190);
    given(requested(all), succeeded(all)).when(request(1)).thenRefused('RefundedAlready');
    given(requested(all)).when(request(1)).thenRefused('RefundAmountTooHigh');
    const many = Array.from({ length: 250 }, (_, n) => requested(refund(`m${n}`, 1, 0)));
    given(...many)
      .when(request(1))
      .thenRefused('TooManyRefunds');
    given(...many.slice(1))
      .when(request(1))
      .then(requested(refund('r9', 1, 0)));
  });

  it('changes nothing when a request or report is repeated, or a report is late', () => {
    given(requested(one))
      .when(request(300, { refundId: 'r1' }))
      .then();
    given(requested(one), succeeded(one)).when(report('r1', 'succeeded')).then();
    given(requested(one), succeeded(one)).when(report('r1', 'pending')).then();
    const canceled: RefundEvent = { type: 'RefundCanceled', data: { ...ids('r1'), isFirstReport: true } };
    given(requested(one), canceled).when(report('r1', 'succeeded')).then();
    given(requested(one), canceled).when(refusal('r1', 'failed')).then();
    given(requested(one)).when(report('r2', 'succeeded')).thenRefused('ResourceNotFound');
  });

  it('settles what is pending, and reverses a success that fails later', () => {
    const pending: RefundEvent = { type: 'RefundPending', data: { ...ids('r1'), reference: 'x' } };
    given(requested(one)).when(report('r1', 'pending')).then(pending);
    given(requested(one)).when(report('r1', 'succeeded')).then(succeeded(one));
    given(requested(one), pending).when(report('r1', 'succeeded')).then(succeeded(one, false));
    given(requested(one), pending)
      .when(refusal('r1', 'failed'))
      .then({ type: 'RefundFailed', data: { ...ids('r1'), code: 'k', message: 'm', isFirstReport: false } });
    given(requested(one), pending)
      .when(refusal('r1', 'canceled'))
      .then({ type: 'RefundCanceled', data: { ...ids('r1'), isFirstReport: false } });
    for (const outcome of ['failed', 'canceled'] as const)
      given(requested(one), succeeded(one))
        .when(refusal('r1', outcome))
        .then({
          type: 'RefundReversed',
          data: { ...one, outcome, code: 'k', message: 'm', regrantBenefits: false },
        });
  });

  it('grants benefits again only when no other refund has revoked them', () => {
    const revoking = refund('r1', 300, 57, { revokeBenefits: true });
    const other = refund('r2', 300, 57, { revokeBenefits: true });
    const reversal = (regrantBenefits: boolean): RefundEvent => ({
      type: 'RefundReversed',
      data: { ...revoking, outcome: 'failed', code: 'k', message: 'm', regrantBenefits },
    });
    const both = [requested(revoking), succeeded(revoking), requested(other)];
    given(...both)
      .when(refusal('r1', 'failed'))
      .then(reversal(true));
    given(...both, succeeded(other))
      .when(refusal('r1', 'failed'))
      .then(reversal(false));
    const subscription = { ...order, subscriptionId: 's1' };
    given()
      .when(request(1, { revokeBenefits: true, order: subscription }))
      .thenRefused('RevokeSubscriptionBenefitsProhibited');
  });

  it('refunds to the card what it paid, and the rest as credit', () => {
    const partly = { ...order, paidAmount: 500 };
    const money = (amount: number, taxAmount: number, paymentAmount: number, balanceAmount: number) =>
      requested(refund('r9', amount, taxAmount, { paymentAmount, balanceAmount }));
    given()
      .when(request(300, { order: partly }))
      .then(money(300, 57, 357, 0));
    given(requested(one), succeeded(one))
      .when(request(700, { order: partly }))
      .then(money(700, 133, 143, 690));
  });
});

describe('the tax share of a refund', () => {
  const share = (amount: number, netAmount: number, taxAmount: number, left = { amount: netAmount, taxAmount }) =>
    refundOf(
      amount,
      { netAmount, taxAmount, paidAmount: netAmount + taxAmount, currency: 'usd' },
      { ...left, paymentAmount: netAmount + taxAmount },
    ).taxAmount;

  it('is rounded half to even', () => {
    expect([share(50, 1_000, 170), share(50, 1_000, 190), share(50, 1_000, 191)]).toEqual([8, 10, 10]);
  });

  it('is exact where a double is not', () => {
    expect(share(99_999_998, 99_999_999, 99_999_997)).toBe(99_999_996);
    expect(share(2_147_483_645, 2_147_483_647, 2_147_483_647)).toBe(2_147_483_645);
  });

  it('never is more than the tax that is left, however an order is refunded', () => {
    for (const [net, tax] of [
      [1_000, 190],
      [7, 3],
      [3, 200],
      [999, 1],
    ] as const) {
      let left = { amount: net as number, taxAmount: tax as number };
      for (let n = 0; left.amount > 0; n += 1) {
        const amount = Math.min(left.amount, 1 + ((n * 7) % 5));
        const part = share(amount, net, tax, left);
        expect(part).toBeGreaterThanOrEqual(0);
        left = { amount: left.amount - amount, taxAmount: left.taxAmount - part };
        expect(left.taxAmount).toBeGreaterThanOrEqual(0);
      }
      expect(left.taxAmount).toBe(0);
    }
  });
});

describe.each([
  ['kwd', 10],
  ['bhd', 10],
  ['jod', 10],
  ['omr', 10],
  ['tnd', 10],
  ['isk', 100],
  ['ugx', 100],
  ['huf', 1],
])('a refund in %s', (currency, step) => {
  const given = specOf(refundDecider);
  const [netAmount, taxAmount] = [13_330 * step, 2_530 * step];
  const rates = [{ name: 'VAT', percent: '19', country: 'DE', state: null, amount: taxAmount }];
  const order: PaidOrder = {
    ...{ paymentId: 'p1', orderId: 'o1', organizationId: 'g1', customerId: 'c1', subscriptionId: null },
    ...{ productId: 'x1', billingReason: 'purchase', paidAt: NOW, netAmount, taxAmount, paidAmount: 10_000 * step },
    ...{ currency, parts: [{ place: null, netAmount, tax: { rates, reverseCharge: false, calculator: 'table' } }] },
  };
  const asked = { refundId: 'r9', orderId: 'o1', reason: 'other', comment: null, metadata: {} } as const;
  const request = (amount: number) =>
    ({ type: 'RequestRefund', data: { ...asked, amount, revokeBenefits: false, order } }) as const;

  it('is what a card can be refunded: each of its sums is a multiple of what is charged', () => {
    for (let amount = step; amount < netAmount; amount += 977 * step) {
      const intent = { ...request(amount), now: NOW, machineNow: NOW };
      const [event] = refundDecider.decide(intent, refundDecider.initial);
      const { taxAmount: share, paymentAmount, balanceAmount } = event!.data as Refunded;
      expect([share % step, paymentAmount % step, balanceAmount % step]).toEqual([0, 0, 0]);
    }
  });

  it('is refused at its field if it is none', () => {
    if (step === 1) return;
    given()
      .when(request(444 * step + 1))
      .thenRefusedAt('body.amount');
  });
});

describe('what is left to refund of an order', () => {
  // Of one order, which has one currency.
  const order = { net_amount: 1_000, tax_amount: 190, refunded_amount: 333, refunded_tax_amount: 63 };

  it('is what its payment took, less what was refunded', () =>
    expect(refundableOf({ ...order, paid: true, due_amount: 1_190 })).toEqual({
      ...{ refundable_amount: 667, refundable_tax_amount: 127 },
    }));

  it.each([
    { paid: false, due_amount: 1_190 },
    { paid: true, due_amount: 0 },
  ])('is nothing where no payment took anything: %j', (state) =>
    expect(refundableOf({ ...order, ...state })).toEqual({ refundable_amount: 0, refundable_tax_amount: 0 }),
  );
});
