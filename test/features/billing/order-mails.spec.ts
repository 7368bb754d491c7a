import { describe, expect, it } from '@jest/globals';
import {
  givenBenefits,
  paymentFailedMail,
  receiptMail,
  renewalUpcomingMail,
} from '../../../src/features/billing/orders/order.mails.ts';
import { orderNumber } from '../../../src/features/billing/orders/order-number.rules.ts';
import { orderMailProcess } from '../../../src/features/billing/orders/order-mail.process.ts';
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

describe('the mails about orders', () => {
  const catalogue = new MailCatalogue([receiptMail, paymentFailedMail, renewalUpcomingMail]);
  const render = <V extends MailValues>({ kind }: MailTemplate<V>, values: V, place: MailPlace) =>
    catalogue.render(kind, values, place)!;
  const receipt = {
    organizationName: 'A <b>&\r\nBcc: x@example.com',
    customerName: null,
    orderId: 'o1',
    description: 'Ledger Pro',
    subtotal: 1000,
    discount: 250,
    tax: 75,
    total: 825,
    currency: 'usd',
    paidAt: NOW,
  };

  it('have the same content in text and HTML, with names escaped', () => {
    const { subject, text, html } = render(receiptMail, receipt, {
      baseUrl: 'http://localhost',
      to: 'ann@example.com',
    });
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

  it('use days of the organization’s time zone, and thank only for purchases', () => {
    const renewal = { ...receipt, timeZone: 'America/New_York', billingReason: 'subscription_cycle' } as const;
    const late = { ...renewal, paidAt: '2026-02-01T03:00:00.000Z' };
    const { text } = render(receiptMail, late, { baseUrl: 'http://localhost', to: 'ann@example.com' });
    expect(text).toContain('your subscription was renewed. This is what you paid on 31 Jan 2026.');
    expect(text).not.toContain('thank you');
  });

  it('contain the order number and the date of the next charge', () => {
    const place = { baseUrl: 'http://localhost', to: 'ann@example.com' };
    const orderId = '01a33bad-8534-7abc-8def-0123456789ab';
    const once = render(receiptMail, { ...receipt, orderId }, place).text;
    expect(once).toContain(`Order ${orderNumber(orderId)}`);
    expect(once).not.toContain('Next charge');
    const renewed = { ...receipt, nextChargeAt: '2026-03-01T03:00:00.000Z', timeZone: 'America/New_York' };
    expect(render(receiptMail, renewed, place).text).toContain('Next charge on 28 Feb 2026');
  });

  it('list what a purchase gives, and where it is found', () => {
    const place = { baseUrl: 'http://localhost', to: 'ann@example.com' };
    const benefits = givenBenefits([
      { type: 'license_keys', description: 'Desktop\n key' },
      { type: 'downloadables', description: 'The book' },
      { type: 'custom', description: 'Priority support' },
    ]);
    const { text, html } = render(receiptMail, { ...receipt, benefits }, place);
    expect(text).toContain(
      [
        'This is what you get:',
        'Desktop key, to copy in your portal',
        'The book, to download in your portal',
        'Priority support',
      ].join('\n'),
    );
    expect(html).toContain('Priority support');
    expect(render(receiptMail, receipt, place).text).not.toContain('what you get');
  });

  it('say what a year costs, when it is charged and to which card, and lead to the portal', () => {
    const place = { baseUrl: 'http://localhost', to: 'ann@example.com' };
    const upcoming = {
      organizationName: 'Acme',
      customerName: 'Ann',
      slug: 'acme',
      subscriptionId: 's1',
      description: 'Ledger Pro',
      total: 12_000,
      due: 12_000,
      currency: 'eur',
      renewsAt: '2026-03-01T03:00:00.000Z',
      timeZone: 'America/New_York',
      brand: 'visa',
      last4: '4242',
    };
    const { subject, text } = render(renewalUpcomingMail, upcoming, place);
    expect(subject).toBe('Your subscription to Acme renews on 28 Feb 2026');
    expect(text).toContain('€120.00 is charged to your Visa ending in 4242 on 28 Feb 2026.');
    expect(text).toContain('Manage or cancel:\nhttp://localhost/acme/portal/subscriptions/s1');
    const credit = render(renewalUpcomingMail, { ...upcoming, due: 0, brand: null, last4: null }, place).text;
    expect(credit).toContain('Charged after your credit');
    expect(credit).toContain('Nothing is charged on 28 Feb 2026.');
  });

  it('show amounts in the currency of the order', () => {
    const place = { baseUrl: 'http://localhost', to: 'ann@example.com' };
    const { text } = render(receiptMail, { ...receipt, currency: 'eur' }, place);
    for (const amount of ['€10.00', '-€2.50', '€0.75', '€8.25']) expect(text).toContain(amount);
    const { organizationName, customerName, orderId, description, subtotal, total } = receipt;
    const failed = { organizationName, customerName, orderId, description, subtotal, total, currency: 'eur' };
    expect(render(paymentFailedMail, failed, place).text).toContain('€8.25');
  });
});
