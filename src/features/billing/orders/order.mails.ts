import { dayText } from '../../../kernel/day-text.ts';
import { addDays, type Instant } from '../../../kernel/ports/clock.ts';
import { moneyText } from '../../../kernel/money.ts';
import type { MailBlock } from '../../../kernel/reacting/mails.ts';
import type { BenefitType } from '../benefits/benefit.events.ts';
import { cardText } from '../payments/card.rules.ts';
import {
  greeting,
  pageOf,
  portalLink,
  SAMPLE_ID,
  SAMPLE_PRODUCT,
  sampleNames,
  type CustomerMail,
  type SampleSeller,
} from '../customer-mails/customer-mail.rules.ts';
import type { BillingReason } from './order.events.ts';
import { orderNumber } from './order-number.rules.ts';

type OrderValues = {
  organizationName: string;
  customerName: string | null;
  /** The organization's; missing in mails that earlier releases scheduled. */
  slug?: string;
  orderId: string;
  description: string;
  subtotal: number;
  total: number;
  currency: string;
};

export const receiptMail: CustomerMail<
  OrderValues & {
    discount: number;
    tax: number;
    paidAt: Instant;
    /** The organization's; like the reason, missing in mails that earlier releases scheduled. */
    timeZone?: string;
    billingReason?: BillingReason;
    /** The subscription's next charge; missing for one-time and free orders. */
    nextChargeAt?: Instant;
    /** What a purchase gives, as `givenBenefits` writes it. */
    benefits?: string;
  }
> = {
  kind: 'receipt',
  sample: (seller) => ({
    values: {
      ...sampleOrder(seller),
      discount: 290,
      tax: 522,
      paidAt: seller.now,
      timeZone: seller.timeZone,
      billingReason: 'subscription_create',
      nextChargeAt: addDays(seller.now, 30),
      benefits: givenBenefits([
        { type: 'license_keys', description: 'License key' },
        { type: 'downloadables', description: 'Downloads' },
        { type: 'custom', description: 'Support' },
      ]),
    },
  }),
  contentOf({ organizationName, customerName, slug, orderId, description, currency, ...order }, place) {
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
        ...whatItGives(order.benefits),
        ...(order.nextChargeAt ? [{ text: `Next charge on ${dayText(order.nextChargeAt, order.timeZone)}` }] : []),
        ...portalLink(slug, place, 'See your purchases'),
      ],
    };
  },
};

export const paymentFailedMail: CustomerMail<
  OrderValues & {
    /** null if it is not charged again by itself; like the others, missing in mails that earlier releases scheduled. */
    nextAttemptAt?: Instant | null;
    graceEndsAt?: Instant | null;
    /** Of its subscription, after the failure. */
    status?: string | null;
    timeZone?: string;
  }
> = {
  kind: 'payment-failed',
  sample: (seller) => ({
    values: {
      ...sampleOrder(seller),
      nextAttemptAt: addDays(seller.now, 2),
      graceEndsAt: addDays(seller.now, 7),
      status: 'past_due',
      timeZone: seller.timeZone,
    },
  }),
  contentOf({ organizationName, customerName, slug, orderId, description, total, currency, ...dunning }, place) {
    const amount = moneyText({ amount: total, currency });
    return {
      subject: `Your payment to ${organizationName} failed`,
      title: 'Your payment failed',
      blocks: [
        { text: `${greeting(customerName)} we could not charge ${amount} for ${description}.` },
        ...followUp(slug === undefined ? organizationName : undefined, dunning).map((text) => ({ text })),
        { text: `Order ${orderNumber(orderId)}` },
        ...(dunning.status === 'canceled' ? [] : portalLink(slug, place, 'Give another card', '/settings')),
      ],
    };
  },
};

export const trialEndingMail: CustomerMail<{
  organizationName: string;
  customerName: string | null;
  slug?: string;
  /** Missing in mails that earlier releases scheduled. */
  subscriptionId?: string;
  description: string;
  total: number;
  /** What is charged of the total, after credit of the customer's account. */
  due: number;
  currency: string;
  endsAt: Instant;
  timeZone: string;
}> = {
  kind: 'trial-ending',
  sample: (seller) => ({ values: { ...sampleUpcoming(seller), endsAt: addDays(seller.now, 3) } }),
  contentOf({ organizationName, customerName, slug, subscriptionId, endsAt, timeZone, ...order }, place) {
    const { description, total, due, currency } = order;
    const day = dayText(endsAt, timeZone);
    const row = (label: string, amount: number) => [label, moneyText({ amount, currency })] as const;
    return {
      subject: `Your trial of ${organizationName} ends on ${day}`,
      title: `Your trial ends on ${day}`,
      blocks: [
        {
          text: `${greeting(customerName)} your subscription continues when your trial ends. This is what it costs then.`,
        },
        { rows: [row(description, total), ...(due < total ? [row('Charged after your credit', due)] : [])] },
        { text: `If you cancel before ${day}, nothing is charged.` },
        ...portalLink(slug, place, 'Manage subscription', pageOf(subscriptionId)),
      ],
    };
  },
};

export const renewalUpcomingMail: CustomerMail<{
  organizationName: string;
  customerName: string | null;
  slug?: string;
  /** Missing in mails that earlier releases scheduled. */
  subscriptionId?: string;
  description: string;
  total: number;
  /** What is charged of the total, after credit of the customer's account. */
  due: number;
  currency: string;
  renewsAt: Instant;
  timeZone: string;
  /** The card that is charged; null if none is, or it is not known. */
  brand: string | null;
  last4: string | null;
}> = {
  kind: 'renewal-upcoming',
  sample: (seller) => ({
    values: { ...sampleUpcoming(seller), renewsAt: addDays(seller.now, 7), brand: 'visa', last4: '4242' },
  }),
  contentOf({ organizationName, customerName, slug, subscriptionId, renewsAt, timeZone, ...order }, place) {
    const { description, total, due, currency, brand, last4 } = order;
    const day = dayText(renewsAt, timeZone);
    const row = (label: string, amount: number) => [label, moneyText({ amount, currency })] as const;
    const card = brand !== null && last4 !== null ? ` to your ${cardText({ brand, last4 })}` : '';
    const charge = due > 0 ? `${moneyText({ amount: due, currency })} is charged${card}` : 'Nothing is charged';
    return {
      subject: `Your subscription to ${organizationName} renews on ${day}`,
      title: `Your subscription renews on ${day}`,
      blocks: [
        { text: `${greeting(customerName)} your subscription renews soon. This is what it costs then.` },
        { rows: [row(description, total), ...(due < total ? [row('Charged after your credit', due)] : [])] },
        {
          text: `${charge} on ${day}. If you cancel before that, you keep it until then, and nothing more is charged.`,
        },
        ...portalLink(slug, place, 'Manage or cancel', pageOf(subscriptionId)),
      ],
    };
  },
};

export const orderMails = [receiptMail, paymentFailedMail, trialEndingMail, renewalUpcomingMail];

function sampleOrder(seller: SampleSeller): OrderValues {
  const { currency } = seller;
  const amounts = { subtotal: 2_900, total: 3_132, currency };
  return { ...sampleNames(seller), orderId: SAMPLE_ID, description: SAMPLE_PRODUCT, ...amounts };
}

function sampleUpcoming(seller: SampleSeller) {
  const { currency, timeZone } = seller;
  const order = { subscriptionId: SAMPLE_ID, description: SAMPLE_PRODUCT, total: 29_000, due: 29_000 };
  return { ...sampleNames(seller), ...order, currency, timeZone };
}

/** Benefits in one value of a mail: a line for each, its type before its description. */
export function givenBenefits(benefits: readonly { type: BenefitType; description: string }[]): string {
  return benefits.map(({ type, description }) => `${type} ${description.replaceAll(/\s+/g, ' ')}`).join('\n');
}

const WHERE: Readonly<Partial<Record<string, string>>> = {
  // The key also comes in a mail of its own (docs/BILLING.md#mails-to-customers).
  license_keys: 'to copy in your portal',
  downloadables: 'to download in your portal',
  discord: 'to join in your portal',
  github_repository: 'to join in your portal',
};

function whatItGives(benefits: string | undefined): MailBlock[] {
  if (!benefits) return [];
  const lines = benefits.split('\n').map((line) => {
    const [type = '', ...words] = line.split(' ');
    const where = WHERE[type];
    return where === undefined ? words.join(' ') : `${words.join(' ')}, ${where}`;
  });
  return [{ text: ['This is what you get:', ...lines].join('\n') }];
}

/**
 * What the customer can do about a failed charge, and what happens if they do not.
 * @param seller whom to ask, where the mail has no link to do it
 */
function followUp(
  seller: string | undefined,
  {
    nextAttemptAt,
    graceEndsAt,
    status,
    timeZone,
  }: { [K in 'nextAttemptAt' | 'graceEndsAt' | 'status' | 'timeZone']?: string | null },
): string[] {
  const zone = timeZone ?? undefined;
  if (status === 'canceled') return ['It was the last attempt, so your subscription has ended.'];
  const update = seller ? `Please ask ${seller} how to update your payment method.` : 'Please give another card.';
  if (status === 'unpaid') return ['It was the last attempt.', `${update} Until then your access is on hold.`];
  const again = nextAttemptAt ? [`We try again on ${dayText(nextAttemptAt, zone)}.`] : [];
  const access = graceEndsAt
    ? `Your access stays until ${dayText(graceEndsAt, zone)}.`
    : 'Until then your access is on hold.';
  return [...again, `${update} ${access}`];
}
