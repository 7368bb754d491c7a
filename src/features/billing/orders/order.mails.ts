import { dayText } from '../../../kernel/day-text.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { moneyText } from '../../../kernel/money.ts';
import type { MailTemplate } from '../../../kernel/reacting/mails.ts';
import type { BillingReason } from './order.events.ts';
import { orderNumber } from './order-number.rules.ts';

type OrderValues = {
  organizationName: string;
  customerName: string | null;
  orderId: string;
  description: string;
  subtotal: number;
  total: number;
  currency: string;
};

export const receiptMail: MailTemplate<
  OrderValues & {
    discount: number;
    tax: number;
    paidAt: Instant;
    /** The organization's; like the reason, missing in mails that earlier releases scheduled. */
    timeZone?: string;
    billingReason?: BillingReason;
    /** The subscription's next charge; missing for one-time and free orders. */
    nextChargeAt?: Instant;
  }
> = {
  kind: 'receipt',
  contentOf({ organizationName, customerName, orderId, description, currency, ...order }) {
    const row = (label: string, amount: number) => [label, moneyText({ amount, currency })] as const;
    const paidOn = dayText(order.paidAt, order.timeZone);
    const reason =
      order.billingReason === 'subscription_cycle' ? 'your subscription was renewed' : 'thank you for your purchase';
    return {
      subject: `Your receipt from ${organizationName}`,
      title: `Receipt from ${organizationName}`,
      blocks: [
        { text: `${greeting(customerName)} ${reason}. This is what you paid on ${paidOn}.` },
        {
          rows: [
            row(description, order.subtotal),
            ...(order.discount > 0 ? [row('Discount', -order.discount)] : []),
            ...(order.tax > 0 ? [row('Tax', order.tax)] : []),
            row('Total', order.total),
          ],
        },
        { text: `Order ${orderNumber(orderId)}` },
        ...(order.nextChargeAt ? [{ text: `Next charge on ${dayText(order.nextChargeAt, order.timeZone)}` }] : []),
      ],
    };
  },
};

export const paymentFailedMail: MailTemplate<OrderValues> = {
  kind: 'payment-failed',
  contentOf({ organizationName, customerName, orderId, description, total, currency }) {
    const amount = moneyText({ amount: total, currency });
    return {
      subject: `Your payment to ${organizationName} failed`,
      title: 'Your payment failed',
      blocks: [
        { text: `${greeting(customerName)} we could not charge ${amount} for ${description}.` },
        {
          text: `Please ask ${organizationName} how to update your payment method. Until then your access is on hold.`,
        },
        { text: `Order ${orderNumber(orderId)}` },
      ],
    };
  },
};

export const orderMails = [receiptMail, paymentFailedMail];

function greeting(name: string | null): string {
  return name ? `Hello ${name},` : 'Hello,';
}
