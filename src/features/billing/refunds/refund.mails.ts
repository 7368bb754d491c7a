import { dayText } from '../../../kernel/day-text.ts';
import { moneyText } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { MailSender } from '../../delivery/emails/mail-sender.rules.ts';
import {
  greeting,
  portalLink,
  SAMPLE_ID,
  sampleNames,
  type CustomerMail,
} from '../customer-mails/customer-mail.rules.ts';
import { orderNumber } from '../orders/order-number.rules.ts';

export const refundMail: CustomerMail<{
  organizationName: string;
  customerName: string | null;
  /** The organization's; missing once it is deleted. */
  slug?: string;
  sender: MailSender;
  orderId: string;
  amount: number;
  tax: number;
  /** To the card, and as credit for what is bought later. */
  payment: number;
  balance: number;
  currency: string;
  refundedAt: Instant;
  timeZone: string;
}> = {
  kind: 'refund',
  sample: (seller) => ({
    values: {
      ...sampleNames(seller),
      orderId: SAMPLE_ID,
      amount: 2_900,
      tax: 580,
      payment: 3_480,
      balance: 0,
      currency: seller.currency,
      refundedAt: seller.now,
      timeZone: seller.timeZone,
    },
  }),
  contentOf({ organizationName, customerName, slug, orderId, currency, ...refund }, place) {
    const row = (label: string, amount: number) => ({ label, amount: moneyText({ amount, currency }) });
    const total = refund.amount + refund.tax;
    return {
      subject: `Your refund from ${organizationName}`,
      title: `Refund from ${organizationName}`,
      blocks: [
        {
          text: `${greeting(customerName)} ${organizationName} has refunded ${moneyText({ amount: total, currency })} to you on ${dayText(refund.refundedAt, refund.timeZone)}.`,
        },
        {
          bill: [
            row('Amount', refund.amount),
            ...(refund.tax > 0 ? [row('Tax', refund.tax)] : []),
            { ...row('Total', total), isTotal: true },
            ...(refund.balance > 0
              ? [row('To your card', refund.payment), row('Credit for your next orders', refund.balance)]
              : []),
          ],
        },
        ...(refund.payment > 0
          ? [{ text: 'Depending on your bank, it takes a few days until it is on your account.' }]
          : []),
        { text: `Order ${orderNumber(orderId)}` },
        ...portalLink(slug, place, 'See order', `/orders/${orderId}`),
      ],
    };
  },
};

export const refundMails = [refundMail];
