import { describe, expect, it } from '@jest/globals';
import {
  givenBenefits,
  paymentFailedMail,
  receiptMail,
  renewalUpcomingMail,
  trialEndingMail,
  type BillingEvent,
} from '../../../src/features/billing/orders/mails/order.mails.ts';
import { mailBillOf, type MailBill } from '../../../src/features/billing/orders/mails/mail-bill.rules.ts';
import type { OrderLine } from '../../../src/features/billing/orders/order.events.ts';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { orderMailProcess } from '../../../src/features/billing/orders/mails/order-mail.process.ts';
import { subscriptionLines } from '../../../src/features/billing/orders/renewal.rules.ts';
import { MailCatalogue } from '../../../src/features/delivery/emails/mail.catalogue.ts';
import type { MailPlace, MailTemplate, MailValues } from '../../../src/kernel/reacting/mails.ts';
import { NOW, recorded } from '../../support/given.ts';

describe('the process of mails about orders', () => {
  const reactTo = (type: string, data: object) =>
    orderMailProcess
      .react(recorded({ type, data: { orderId: 'o1', ...data } }) as never)
      .map(({ command }) => command.name);

  it('sends a receipt for what is paid, at once or later, and a notice of a failed charge', () => {
    expect(reactTo('OrderCreated', { status: 'paid' })).toEqual(['SendReceipt']);
    expect(reactTo('OrderCreated', { status: 'pending' })).toEqual([]);
    expect(reactTo('OrderPaid', {})).toEqual(['SendReceipt']);
    expect(reactTo('OrderPaymentFailed', { billingReason: 'subscription_create' })).toEqual(['SendPaymentFailedMail']);
    expect(reactTo('OrderPaymentFailed', { billingReason: 'subscription_cycle' })).toEqual([]);
    expect(reactTo('SubscriptionRenewalFailed', { nextAttemptAt: null })).toEqual(['SendPaymentFailedMail']);
    const announced = (endsTrial: boolean) =>
      reactTo('SubscriptionRenewalAnnounced', { subscriptionId: 's1', endsTrial });
    expect(announced(true)).toEqual(['SendTrialEndingMail']);
    expect(announced(false)).toEqual(['SendRenewalUpcomingMail']);
  });
});

const ORDER = '01a33bad-8534-7abc-8def-0123456789ab';
const FEBRUARY = { start: '2026-01-31T10:00:00.000Z', end: '2026-02-28T10:00:00.000Z' };

function billOf(items: readonly OrderLine[], currency: string, changes: Partial<MailBill> = {}): MailBill {
  const subtotalAmount = items.reduce((total, { amount }) => total + amount, 0);
  const totals = {
    subtotalAmount,
    discountAmount: 0,
    netAmount: subtotalAmount,
    taxAmount: 0,
    totalAmount: subtotalAmount,
  };
  const order = {
    items,
    totals,
    appliedBalanceAmount: 0,
    dueAmount: Math.max(subtotalAmount, 0),
    currency,
    period: FEBRUARY,
  };
  return { ...mailBillOf(order, true, 'UTC'), ...changes };
}

describe('the bill in a mail', () => {
  const line = { id: 'l1', priceId: 'p1', quantity: 1, proration: false };
  const metered = (terms: object) =>
    subscriptionLines(
      ORDER,
      {
        items: [],
        isTrial: false,
        entries: [],
        usage: [{ id: 'u1', priceId: 'p1', amount: 800, meterId: 'm1', periodId: 'c1', period: FEBRUARY, ...terms }],
        currency: 'kwd',
        period: FEBRUARY,
      } as never,
      { product: () => '', meter: () => 'Tokens — in' },
    );

  it('has a line for each of the order, with its days below', () => {
    const label = 'Letter club — From Jan 31, 2026 to Feb 28, 2026';
    const items = [
      { ...line, label: `Remaining time on ${label}`, amount: -871, proration: true, period: FEBRUARY },
      { ...line, label: 'Letter club plus — From Jan 31, 2026 to Feb 28, 2026', amount: 2_177, quantity: 2 },
      { ...line, label: 'Trial of A — B', amount: 0 },
    ];
    expect(billOf(items, 'eur').lines).toEqual([
      { label: 'Remaining time on Letter club', detail: '31 Jan 2026 to 28 Feb 2026', amount: -871 },
      { label: 'Letter club plus × 2', detail: '31 Jan 2026 to 28 Feb 2026', amount: 2_177 },
      { label: 'Trial of A — B', detail: null, amount: 0 },
    ]);
  });

  it('says how many units were counted, what was paid before, and what one costs', () => {
    const terms = { consumed: '12500.5', credited: '0', unitAmount: '0.064', capAmount: null };
    const days = '31 Jan 2026 to 28 Feb 2026';
    const detailOf = (changes: object) => billOf(metered({ ...terms, ...changes }), 'kwd').lines[0];
    expect(detailOf({})).toEqual({
      label: 'Tokens — in',
      detail: `12,500.5 × KWD\u00a00.000064, ${days}`,
      amount: 800,
    });
    expect(detailOf({ credited: '500', capAmount: 800 })!.detail).toBe(
      `12,500.5 used, 500 paid before: 12,000.5 × KWD\u00a00.000064, at most KWD\u00a00.800, ${days}`,
    );
    expect(detailOf({ credited: '20000' })!.detail).toContain('12,500.5 used, 20,000 paid before: 0 ×');
    expect(detailOf({ credited: '-67' })!.detail).toContain('12,500.5 used, 67 taken back: 12,567.5 ×');
  });

  it('leaves what is too little to be charged to the next order', () => {
    const order = { totals: { subtotalAmount: 30, discountAmount: 0, netAmount: 30, taxAmount: 0, totalAmount: 30 } };
    const due = { items: [], appliedBalanceAmount: 0, dueAmount: 30, currency: 'usd', period: null };
    expect(mailBillOf({ ...order, ...due }, false, 'UTC').charged).toBe(0);
    expect(mailBillOf({ ...order, ...due }, true, 'UTC').charged).toBe(30);
  });
});

describe('the mails about orders', () => {
  const catalogue = new MailCatalogue([receiptMail, paymentFailedMail, renewalUpcomingMail, trialEndingMail]);
  const place: MailPlace = { baseUrl: 'http://localhost', to: 'ann@example.com' };
  const render = <V extends MailValues>({ kind }: MailTemplate<V>, values: V) => catalogue.render(kind, values, place)!;
  const names = {
    organizationName: 'Acme',
    customerName: null,
    slug: 'acme',
    sender: { name: 'Acme', replyTo: null, logoUrl: null, imprint: null },
  };
  const bill: MailBill = {
    lines: [{ label: 'Ledger Pro', detail: null, amount: 1_000 }],
    discount: 250,
    tax: 75,
    total: 825,
    applied: 0,
    charged: 825,
    currency: 'usd',
  };
  const receipt = {
    ...names,
    ...bill,
    orderId: ORDER,
    paidAt: NOW,
    timeZone: 'UTC',
    billingReason: 'purchase',
  } as const;
  const failed = {
    ...names,
    ...bill,
    orderId: ORDER,
    product: 'Ledger Pro',
    nextAttemptAt: '2026-02-03T03:00:00.000Z',
    graceEndsAt: null,
    status: 'past_due',
    timeZone: 'America/New_York',
  };
  const upcoming = { ...names, ...bill, subscriptionId: 's1', product: 'Ledger Pro', timeZone: 'America/New_York' };

  it('have the same content in text and HTML, with names escaped', () => {
    const organizationName = 'A <b>&\r\nBcc: x@example.com';
    const { subject, text, html } = render(receiptMail, { ...receipt, organizationName });
    expect(subject).toBe('Your receipt from A <b>& Bcc: x@example.com');
    for (const part of [text, html])
      for (const words of [
        'Ledger Pro',
        '$10.00',
        '-$2.50',
        '$0.75',
        '$8.25',
        '31 Jan 2026',
        'thank you for your purchase',
      ])
        expect(part).toContain(words);
    expect(html).not.toContain('<b>');
  });

  it('use days of the organization’s time zone', () => {
    const late = { ...receipt, timeZone: 'America/New_York', paidAt: '2026-02-01T03:00:00.000Z' };
    expect(render(receiptMail, late).text).toContain('This is what you paid on 31 Jan 2026.');
  });

  it('thank for purchases, and say what else an order is for', () => {
    const says = (billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update') =>
      render(receiptMail, { ...receipt, billingReason }).text;
    expect(says('subscription_create')).toContain('thank you for your purchase');
    expect(says('subscription_cycle')).toContain('your subscription was renewed');
    expect(says('subscription_update')).toContain('your subscription was changed');
    for (const reason of ['subscription_cycle', 'subscription_update'] as const)
      expect(says(reason)).not.toContain('thank you');
  });

  it.each([
    ['usd', 1_000, 0, 1_000, /This is what you paid/, ['Total +\\$10.00']],
    ['eur', 1_000, -400, 600, /This is what you paid/, ['Total +€10.00', 'From your credit +-€4.00', 'Charged +€6.00']],
    ['jpy', 1_000, -1_000, 0, /Nothing was charged\./, ['Total +¥1,000', 'From your credit +-¥1,000']],
    ['eur', 1_000, 49, 1_049, /This is what you paid/, ['Owed from earlier orders +€0.49', 'Charged +€10.49']],
    ['kwd', -5_000, 49, 0, /you have credit/, ['Total +-KWD.5.000', 'Credit for your next orders +KWD.4.951']],
    ['usd', 30, 0, 0, /Nothing was charged\./, ['Carried to your next order +\\$0.30']],
  ])('add up in %s: %d with %d of the account', (currency, total, applied, charged, words, rows) => {
    const lines = [{ label: 'Ledger Pro', detail: null, amount: total }];
    const { text } = render(receiptMail, { ...receipt, lines, discount: 0, tax: 0, total, applied, charged, currency });
    expect(text).toMatch(words);
    for (const row of rows) expect(text).toMatch(new RegExp(row));
    expect(text.match(/^Charged/gm) ?? []).toHaveLength(rows.filter((row) => row.startsWith('Charged')).length);
  });

  it('contain the order number, the date of the next charge, and a link to the invoice', () => {
    const once = render(receiptMail, receipt).text;
    expect(once).toContain(`Order ${orderNumber(ORDER)} of 31 Jan 2026`);
    expect(once).toContain(`See order and invoice:\nhttp://localhost/acme/portal/orders/${ORDER}`);
    expect(once).not.toContain('Next charge');
    const renewed = { ...receipt, nextChargeAt: '2026-03-01T03:00:00.000Z', timeZone: 'America/New_York' };
    expect(render(receiptMail, renewed).text).toContain('Next charge on 28 Feb 2026');
  });

  it.each([
    ['usd', '$9.00', '$12.00'],
    ['jpy', '¥900', '¥1,200'],
  ])('say of a trial in %s when what is charged', (currency, discounted, full) => {
    const nothing = {
      ...receipt,
      lines: [],
      discount: 0,
      tax: 0,
      total: 0,
      applied: 0,
      charged: 0,
      currency,
      status: 'trialing',
    };
    const next = { nextChargeAt: '2026-12-12T10:00:00.000Z', nextChargeAmount: 900 };
    const then = { fullChargeAt: '2027-03-12T10:00:00.000Z', fullChargeAmount: 1_200 };
    const text = (more: object) => render(receiptMail, { ...nothing, ...next, ...more }).text;
    expect(text({})).toContain('your trial has started. Nothing was charged.');
    expect(text({})).not.toContain('what you paid');
    expect(text({})).toContain(`Next charge on 12 Dec 2026: ${discounted} before tax`);
    expect(text({ meters: 1 })).toContain(`${discounted} before tax, plus usage`);
    expect(text({ total: -500 })).toContain(`${discounted} before tax, less your credit`);
    expect(text(then)).toContain(`Next charge on 12 Dec 2026: ${discounted} before tax, then ${full} from 12 Mar 2027`);
  });

  it('list what a purchase gives, and where it is found', () => {
    const benefits = givenBenefits([
      { type: 'license_keys', description: 'Desktop\n key' },
      { type: 'downloadables', description: 'The book' },
      { type: 'custom', description: 'Priority support' },
    ]);
    const { text, html } = render(receiptMail, { ...receipt, benefits });
    expect(text).toContain(
      [
        'This is what you get:',
        'Desktop key, to copy in your portal',
        'The book, to download in your portal',
        'Priority support',
      ].join('\n'),
    );
    expect(text).toContain('See your purchases:\nhttp://localhost/acme/portal\n');
    expect(html).toContain('Priority support');
    expect(render(receiptMail, receipt).text).not.toContain('what you get');
  });

  it('say what a year costs, when it is charged and to which card, and lead to the portal', () => {
    const yearly = {
      ...upcoming,
      total: 12_000,
      charged: 12_000,
      currency: 'eur',
      renewsAt: '2026-03-01T03:00:00.000Z',
      meters: 0,
      brand: 'visa',
      last4: '4242',
    };
    const { subject, text } = render(renewalUpcomingMail, yearly);
    expect(subject).toBe('Your subscription to Ledger Pro renews on 28 Feb 2026');
    expect(text).toContain(
      'Ledger Pro of Acme renews soon. €120.00 is charged to your Visa ending in 4242 on 28 Feb 2026.',
    );
    expect(text).toContain('Manage or cancel:\nhttp://localhost/acme/portal/subscriptions/s1');
    expect(text).toContain('you keep it until then, and nothing more is charged.');
    expect(render(renewalUpcomingMail, { ...yearly, meters: 1 }).text).toContain(
      'only what you use until then is charged.',
    );
    const credit = { ...yearly, applied: -12_000, charged: 0, brand: null, last4: null };
    expect(render(renewalUpcomingMail, credit).text).toMatch(
      /Nothing is charged on 28 Feb 2026\.[^]*From your credit +-€120\.00/,
    );
  });

  it('name the product whose trial ends, its shop, the amount and the day', () => {
    const trial = { ...upcoming, currency: 'jpy', endsAt: '2026-03-01T03:00:00.000Z' };
    const { subject, text } = render(trialEndingMail, trial);
    expect(subject).toBe('Your trial of Ledger Pro ends on 28 Feb 2026');
    expect(text).toContain('your subscription to Ledger Pro of Acme continues when your trial ends.');
    expect(text).toContain('¥825 is charged on 28 Feb 2026.');
  });

  it('name the product, the amount and the next try of a failed charge', () => {
    const lines = [{ label: 'Ledger Pro', detail: '31 Jan 2026 to 28 Feb 2026', amount: 1_000 }];
    const { text } = render(paymentFailedMail, { ...failed, lines, currency: 'eur', applied: -25, charged: 800 });
    expect(text).toContain('Your payment for Ledger Pro failed');
    expect(text).toContain('we could not charge €8.00 for Ledger Pro.');
    for (const words of ['31 Jan 2026 to 28 Feb 2026', 'We try again on 2 Feb 2026.', 'Please update your card.'])
      expect(text).toContain(words);
    expect(text).toMatch(/Total +€8\.25\nFrom your credit +-€0\.25\nTo be charged +€8\.00/);
    expect(render(paymentFailedMail, { ...failed, nextAttemptAt: null, status: 'unpaid' }).text).toContain(
      'It was the last attempt.',
    );
  });

  it('say what an order is for: a renewal, a change, also to another interval, or what was left at the end', () => {
    const occasion = (billedBy?: BillingEvent) => {
      const order = { ...receipt, billingReason: 'subscription_cycle' as const, ...(billedBy && { billedBy }) };
      return /your subscription \w+ \w+/.exec(render(receiptMail, order).text)?.[0];
    };
    expect(occasion()).toBe('your subscription was renewed');
    expect(occasion('SubscriptionProductChanged')).toBe('your subscription was changed');
    for (const end of ['SubscriptionEnded', 'SubscriptionRevoked'] as const)
      expect(occasion(end)).toBe('your subscription has ended');
  });

  it('show amounts in the currency of the order', () => {
    const { text } = render(receiptMail, { ...receipt, currency: 'eur' });
    for (const amount of ['€10.00', '-€2.50', '€0.75', '€8.25']) expect(text).toContain(amount);
    expect(render(paymentFailedMail, { ...failed, currency: 'eur' }).text).toContain('€8.25');
  });
});
