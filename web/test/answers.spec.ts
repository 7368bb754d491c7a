import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkoutAnswer,
  customerAnswer,
  endpointAnswer,
  licenseKeyAnswer,
  orderAnswer,
  productAnswer,
} from '@/lib/answers';
import { subscriptionAnswer } from '@/lib/subscription-answer';
import { setZone } from '@/lib/zone';

beforeEach(() => setZone('UTC'));

const NOW = Date.parse('2026-11-22T16:40:00.000Z');

describe.each([
  ['usd', '$18.00'],
  ['eur', '€18.00'],
  ['jpy', '¥1,800'],
])('a subscription in %s', (currency, amount) => {
  const running = {
    status: 'active',
    amount: 1800,
    currency,
    recurring_interval: 'month',
    cancel_at_period_end: false,
    current_period_start: '2026-11-14T10:00:00.000Z',
    current_period_end: '2026-12-14T10:00:00.000Z',
    ends_at: null,
    ended_at: null,
  };
  const failed = {
    due_amount: 1800,
    currency,
    created_at: '2026-11-03T23:30:00.000Z',
    decline_code: 'insufficient_funds',
  };

  it('says when it renews, and for how much', () => {
    expect(subscriptionAnswer(running)).toEqual({ tone: 'good', text: `Renews on 14 Dec 2026 for ${amount}.` });
  });

  it('says when it ends if it was canceled', () => {
    const canceled = { ...running, cancel_at_period_end: true, ends_at: running.current_period_end };
    expect(subscriptionAnswer(canceled)).toEqual({
      tone: 'warn',
      text: 'Ends on 14 Dec 2026. It is not charged again.',
    });
    expect(subscriptionAnswer(canceled, null, { due_amount: 1800, currency }).text).toBe(
      `Ends on 14 Dec 2026. A last ${amount} is charged then.`,
    );
  });

  it('says how long it has been past due, what was declined and why', () => {
    expect(subscriptionAnswer({ ...running, status: 'past_due' }, failed)).toEqual({
      tone: 'bad',
      text: `Past due since 3 Nov 2026: the charge of ${amount} was declined (insufficient funds). It is being charged again.`,
    });
    expect(subscriptionAnswer({ ...running, status: 'past_due' }).text).toContain('Past due since 14 Nov 2026');
  });

  it('says when what is past due is charged again, and that what is unpaid waits for another card', () => {
    const late = { ...running, status: 'past_due', dunning: { next_attempt_at: '2026-11-10T23:30:00.000Z' } };
    expect(subscriptionAnswer(late, failed).text).toMatch(/It is charged again on 10 Nov 2026\.$/);
    const ending = { ...late, cancel_at_period_end: true, ends_at: '2026-11-09T00:00:00.000Z' };
    expect(subscriptionAnswer(ending, failed).text).toMatch(
      /declined \(insufficient funds\)\. It ends on 9 Nov 2026\.$/,
    );
    const unpaid = { ...late, status: 'unpaid', dunning: { next_attempt_at: null } };
    expect(subscriptionAnswer(unpaid, failed)).toEqual({
      tone: 'bad',
      text: `Unpaid since 3 Nov 2026: the charge of ${amount} was declined (insufficient funds). It is charged again when the customer updates their card.`,
    });
  });

  it('says that one without its first payment waits for it, or has expired', () => {
    expect(subscriptionAnswer({ ...running, status: 'incomplete' }).text).toMatch(/^Waiting for its first payment/);
    expect(subscriptionAnswer({ ...running, status: 'incomplete' }, failed)).toEqual({
      tone: 'bad',
      text: `Its first charge of ${amount} was declined (insufficient funds). Without a payment, it expires after 23 hours.`,
    });
    const waiting = { ...running, status: 'incomplete', expires_at: '2026-11-15T09:05:00.000Z' };
    expect(subscriptionAnswer(waiting).text).toMatch(/without it, it expires on 15 Nov 2026 at 09:05\.$/);
    expect(subscriptionAnswer(waiting, failed).text).toMatch(
      /Without a payment, it expires on 15 Nov 2026 at 09:05\.$/,
    );
    const expired = { ...running, status: 'incomplete_expired', ended_at: '2026-11-15T00:00:00.000Z' };
    expect(subscriptionAnswer(expired).text).toBe('Expired on 15 Nov 2026: its first payment did not arrive.');
  });

  it('says what the next order charges, where that is known, and when a trial ends', () => {
    const next = { due_amount: 0, currency };
    expect(subscriptionAnswer(running, null, next).text).toMatch(/^Renews on 14 Dec 2026 for \D+0\.$/);
    const trial = { ...running, status: 'trialing', trial_ends_at: '2026-11-28T10:00:00.000Z' };
    expect(subscriptionAnswer(trial).text).toBe(`Free until 28 Nov 2026, then ${amount}.`);
  });

  it('says days of the organization’s time zone', () => {
    setZone('Asia/Tokyo');
    expect(subscriptionAnswer({ ...running, status: 'past_due' }, failed).text).toContain('since 4 Nov 2026');
  });

  it('says that it ends if it is past due and canceled, and that it has ended', () => {
    const ending = { ...running, status: 'past_due', cancel_at_period_end: true, ends_at: running.current_period_end };
    expect(subscriptionAnswer(ending, failed).text).toMatch(/It ends on 14 Dec 2026\./);
    expect(subscriptionAnswer({ ...ending, status: 'canceled', ended_at: '2026-11-20T00:00:00.000Z' })).toEqual({
      tone: 'off',
      text: 'Ended on 20 Nov 2026. It is no longer charged.',
    });
  });
});

describe.each([
  ['usd', '$24.50'],
  ['eur', '€24.50'],
])('an order in %s', (currency, total) => {
  const created_at = '2026-11-02T10:00:00.000Z';
  const pending = { status: 'pending', voided_at: null, paid_at: null, created_at, total_amount: 2450, currency };

  it('says when it was paid', () => {
    expect(orderAnswer({ ...pending, status: 'paid', paid_at: '2026-11-03T10:00:00.000Z' })).toEqual({
      tone: 'good',
      text: `${total} was paid on 3 Nov 2026.`,
    });
    const free = { ...pending, status: 'paid', paid_at: created_at, total_amount: 0 };
    expect(orderAnswer(free).text).toBe('Nothing was due on 2 Nov 2026.');
  });

  it('says what the customer’s account paid, and what it was credited', () => {
    const paid = { ...pending, status: 'paid', paid_at: '2026-11-03T10:00:00.000Z' };
    expect(orderAnswer({ ...paid, due_amount: 0 }).text).toBe(
      `${total} was paid on 3 Nov 2026 with the customer’s credit.`,
    );
    expect(orderAnswer({ ...paid, total_amount: 9900, due_amount: 7450 }).text).toMatch(
      new RegExp(`, \\${total} of it with the customer’s credit\\.$`),
    );
    const little = { ...paid, paid: true, total_amount: 30, due_amount: 30 };
    expect(orderAnswer(little).text).toMatch(/0\.30 was too little to charge: the next order charges it, too\.$/);
    expect(orderAnswer({ ...little, checkout_id: 'c1' }).text).toMatch(/0\.30 was paid on/);
    expect(orderAnswer({ ...paid, total_amount: -2450, due_amount: 0 }).text).toBe(
      `${total} was credited to the customer’s account on 3 Nov 2026.`,
    );
    expect(orderAnswer({ ...pending, total_amount: 9900, due_amount: 2450 }).text).toBe(
      `Waiting for ${total} to be paid.`,
    );
  });

  it('says why it was not paid, by the newest attempt', () => {
    const declined = { status: 'declined', created_at: '2026-11-05T10:00:00.000Z', decline_code: 'expired_card' };
    const earlier = { ...declined, created_at, decline_code: 'insufficient_funds' };
    expect(orderAnswer(pending, [declined, earlier])).toEqual({
      tone: 'bad',
      text: `Not paid: the charge of ${total} on 5 Nov 2026 was declined: the card has expired.`,
    });
    const requested = { status: 'requested', created_at, decline_code: null };
    expect(orderAnswer(pending, [requested]).text).toBe(`Waiting for ${total} to be paid.`);
    expect(orderAnswer({ ...pending, voided_at: created_at }, [declined]).text).toBe(
      `Void since 2 Nov 2026: the ${total} will not be paid.`,
    );
  });
});

describe('a customer', () => {
  const monthly = { amount: 1800, currency: 'usd', recurring_interval: 'month', meters: [] };

  it('pays a sum per currency and interval, never added up', () => {
    const active = [
      monthly,
      { ...monthly, amount: 200 },
      { ...monthly, currency: 'eur' },
      { ...monthly, amount: 24000, recurring_interval: 'year' },
    ];
    expect(customerAnswer(active, null).text).toBe(
      'Pays $20.00 a month and €18.00 a month and $240.00 a year for 4 subscriptions.',
    );
    expect(customerAnswer([monthly], null).text).toBe('Pays $18.00 a month for 1 subscription.');
    expect(customerAnswer([], null).text).toBe('Has no active subscription.');
    expect(customerAnswer([], null, 1).text).toBe('Pays nothing yet, with 1 trial.');
  });

  it('pays for usage, too', () => {
    const metered = { ...monthly, currency: 'jpy', meters: [{}] };
    const yen = { ...metered, amount: 0 };
    expect(customerAnswer([metered], null).text).toBe('Pays ¥1,800 a month plus usage for 1 subscription.');
    expect(customerAnswer([monthly, yen], null).text).toBe('Pays $18.00 a month plus usage for 2 subscriptions.');
    expect(customerAnswer([yen], null).text).toBe('Pays for usage alone, with 1 subscription.');
    expect(customerAnswer([{ ...monthly, amount: 0 }], null).text).toBe('Pays $0 a month for 1 subscription.');
  });

  it('may have nothing, or be deleted', () => {
    expect(customerAnswer([], null).text).toBe('Has no active subscription.');
    expect(customerAnswer([], '2026-11-02T10:00:00.000Z').text).toContain('Deleted on 2 Nov 2026');
  });
});

describe('what is on sale', () => {
  it('says its price and who has it', () => {
    const product = { is_archived: false, visibility: 'public', is_recurring: true };
    expect(productAnswer(product, '€9.00 a month', 12).text).toBe(
      'On sale for €9.00 a month, with 12 active subscribers.',
    );
    expect(productAnswer({ ...product, is_archived: true }, '€9.00 a month', 1).text).toBe(
      'Archived: it can’t be bought, and 1 active subscriber keeps it.',
    );
    expect(productAnswer({ ...product, visibility: 'draft' }, '€9.00 a month', 1).text).toMatch('nobody can buy it');
    expect(productAnswer({ ...product, is_recurring: false }, '$5.00').text).toBe('On sale for $5.00.');
    expect(productAnswer(product, 'Free', 21).text).toBe('On sale, free of charge, with 21 active subscribers.');
  });

  it('says when a checkout expires, or how it ended', () => {
    const open = {
      status: 'open',
      total_amount: 900,
      amount: 900,
      currency: 'eur',
      expires_at: '2026-11-22T17:10:00.000Z',
    };
    const answers = ['open', 'confirmed', 'succeeded', 'expired', 'failed'].map(
      (status) => checkoutAnswer({ ...open, status }, NOW).text,
    );
    expect(answers).toEqual([
      'Open: nobody has paid the €9.00 yet. It expires in 30 minutes, at 17:10.',
      'Confirmed by the customer; waiting for the payment of €9.00.',
      'Sold for €9.00.',
      'Expired on 22 Nov 2026 without a sale.',
      'The payment of €9.00 failed.',
    ]);
  });
});

describe('a webhook endpoint', () => {
  const sent = (succeeded: boolean) => ({ succeeded, created_at: '2026-11-22T16:37:00.000Z' });

  it('says how its last deliveries went', () => {
    expect(endpointAnswer([], NOW).text).toBe('Nothing was sent to it yet.');
    expect(endpointAnswer([sent(true), sent(false)], NOW)).toEqual({
      tone: 'good',
      text: 'The last delivery arrived 3 minutes ago.',
    });
    expect(endpointAnswer([sent(false), sent(false), sent(true)], NOW)).toEqual({
      tone: 'bad',
      text: 'The last 2 deliveries failed, the newest 3 minutes ago.',
    });
  });
});

describe('a license key', () => {
  const key = { status: 'granted', expires_at: null, limit_activations: 2, usage: 0, limit_usage: null };

  it('says whether it works, and until when', () => {
    const texts = [
      {},
      { limit_activations: null },
      { limit_activations: null, expires_at: '2027-01-31T10:00:00.000Z' },
      { expires_at: '2026-11-22T16:40:00.000Z' },
      { usage: 5, limit_usage: 5 },
      { status: 'disabled' },
      { status: 'revoked' },
    ].map((changes) => licenseKeyAnswer({ ...key, ...changes }, 1, NOW).text);
    expect(texts).toEqual([
      'Works, with 1 of 2 activations in use.',
      'Works.',
      'Works until 31 Jan 2027.',
      'Expired on 22 Nov 2026.',
      'Its usage has reached the limit.',
      'Disabled: it does not work until it is enabled again.',
      'Revoked: it no longer works.',
    ]);
  });
});
