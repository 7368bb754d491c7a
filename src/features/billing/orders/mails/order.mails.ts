import { dayText } from '../../../../kernel/day-text.ts';
import { addDays, type Instant } from '../../../../kernel/ports/clock.ts';
import { moneyText } from '../../../../kernel/money.ts';
import type { MailBlock } from '../../../../kernel/reacting/mails.ts';
import type { MailSender } from '../../../delivery/emails/mail-sender.rules.ts';
import type { BenefitType } from '../../benefits/benefit.events.ts';
import { cardText } from '../../payments/card.rules.ts';
import {
  greeting,
  pageOf,
  portalLink,
  SAMPLE_ID,
  SAMPLE_PRODUCT,
  sampleNames,
  type CustomerMail,
  type SampleSeller,
} from '../../customer-mails/customer-mail.rules.ts';
import { billBlock, type MailBill } from './mail-bill.rules.ts';
import type { BillingReason } from '../order.events.ts';
import { orderNumber } from '../order-number.rules.ts';

type Names = {
  organizationName: string;
  customerName: string | null;
  /** The organization's; missing once it is deleted. */
  slug?: string;
  sender: MailSender;
};

/** What its subscription is charged next. Amounts are before tax. */
type Charges = {
  timeZone: string;
  /** Missing for one-time and free orders. */
  nextChargeAt?: Instant;
  nextChargeAmount?: number;
  /** The first charge without the discount, if it ends after the next one. */
  fullChargeAt?: Instant;
  fullChargeAmount?: number;
  /** How many meters are charged, too. */
  meters?: number;
};

/** What bills an order of the reason `subscription_cycle` that is no renewal. */
export type BillingEvent = 'SubscriptionProductChanged' | 'SubscriptionEnded' | 'SubscriptionRevoked';

export const receiptMail: CustomerMail<
  Names &
    MailBill &
    Charges & {
      orderId: string;
      paidAt: Instant;
      billingReason: BillingReason;
      /** The subscription's event that billed it, rather than a renewal. */
      billedBy?: BillingEvent;
      /** Of its subscription. */
      status?: string;
      /** What a purchase gives, as `givenBenefits` writes it. */
      benefits?: string;
    }
> = {
  kind: 'receipt',
  sample: (seller) => ({
    values: {
      ...sampleNames(seller),
      ...sampleBill(seller),
      orderId: SAMPLE_ID,
      paidAt: seller.now,
      timeZone: seller.timeZone,
      billingReason: 'subscription_create',
      nextChargeAt: addDays(seller.now, 30),
      nextChargeAmount: 2_610,
      fullChargeAt: addDays(seller.now, 60),
      fullChargeAmount: 2_900,
      benefits: givenBenefits([
        { type: 'license_keys', description: 'License key' },
        { type: 'downloadables', description: 'Downloads' },
        { type: 'custom', description: 'Support' },
      ]),
    },
  }),
  contentOf({ organizationName, customerName, slug, orderId, ...order }, place) {
    const day = dayText(order.paidAt, order.timeZone);
    const occasion =
      order.status === 'trialing' ? 'your trial has started.' : OCCASIONS[order.billedBy ?? order.billingReason];
    return {
      subject: `Your receipt from ${organizationName}`,
      title: `Receipt from ${organizationName}`,
      blocks: [
        { text: `${greeting(customerName)} ${occasion} ${paidText(order, day)}` },
        billBlock(order, 'Charged'),
        ...whatItGives(order.benefits),
        ...(order.nextChargeAt ? [{ text: nextChargeText(order.nextChargeAt, order, hasCredit(order)) }] : []),
        { text: `Order ${orderNumber(orderId)} of ${day}` },
        ...(order.benefits ? portalLink(slug, place, 'See your purchases') : []),
        ...portalLink(slug, place, 'See order and invoice', `/orders/${orderId}`, order.benefits ? 'link' : 'button'),
      ],
    };
  },
};

/** "Next charge on 12 December 2026: $9.00 before tax, plus usage, then $12.00 from 12 March 2027". */
function nextChargeText(
  at: Instant,
  { currency, timeZone, ...charge }: Charges & { currency: string },
  isCredited: boolean,
): string {
  const { nextChargeAmount, fullChargeAt, fullChargeAmount } = charge;
  const day = `Next charge on ${dayText(at, timeZone)}`;
  if (nextChargeAmount === undefined) return day;
  const amount = `${moneyText({ amount: nextChargeAmount, currency })} before tax${charge.meters ? ', plus usage' : ''}${isCredited ? ', less your credit' : ''}`;
  if (fullChargeAt === undefined || fullChargeAmount === undefined) return `${day}: ${amount}`;
  const full = moneyText({ amount: fullChargeAmount, currency });
  return `${day}: ${amount}, then ${full} from ${dayText(fullChargeAt, timeZone)}`;
}

export const paymentFailedMail: CustomerMail<
  Names &
    MailBill & {
      orderId: string;
      product: string;
      /** null if it is not charged again by itself. */
      nextAttemptAt: Instant | null;
      graceEndsAt: Instant | null;
      /** Of its subscription, after the failure. */
      status: string | null;
      timeZone: string;
    }
> = {
  kind: 'payment-failed',
  sample: (seller) => ({
    values: {
      ...sampleNames(seller),
      ...sampleBill(seller),
      orderId: SAMPLE_ID,
      product: SAMPLE_PRODUCT,
      nextAttemptAt: addDays(seller.now, 2),
      graceEndsAt: addDays(seller.now, 7),
      status: 'past_due',
      timeZone: seller.timeZone,
    },
  }),
  contentOf({ organizationName, customerName, slug, orderId, product, ...order }, place) {
    const { charged: amount, currency } = order;
    return {
      subject: `Your payment to ${organizationName} failed`,
      title: `Your payment for ${product} failed`,
      blocks: [
        { text: `${greeting(customerName)} we could not charge ${moneyText({ amount, currency })} for ${product}.` },
        billBlock(order, 'To be charged'),
        ...followUp(slug === undefined ? organizationName : undefined, order).map((text) => ({ text })),
        { text: `Order ${orderNumber(orderId)}` },
        ...(order.status === 'canceled' ? [] : portalLink(slug, place, 'Update card', '/settings')),
      ],
    };
  },
};

type UpcomingValues = Names & MailBill & { subscriptionId: string; product: string; timeZone: string };

export const trialEndingMail: CustomerMail<UpcomingValues & { endsAt: Instant }> = {
  kind: 'trial-ending',
  sample: (seller) => ({ values: { ...sampleUpcoming(seller), endsAt: addDays(seller.now, 3) } }),
  contentOf({ organizationName, customerName, slug, subscriptionId, product, endsAt, timeZone, ...bill }, place) {
    const day = dayText(endsAt, timeZone);
    return {
      subject: `Your trial of ${product} ends on ${day}`,
      title: `Your trial of ${product} ends on ${day}`,
      blocks: [
        {
          text: `${greeting(customerName)} your subscription to ${product} of ${organizationName} continues when your trial ends. ${chargeText(bill, day)}`,
        },
        billBlock(bill, 'To be charged'),
        { text: `If you cancel before ${day}, nothing is charged.` },
        ...portalLink(slug, place, 'Manage subscription', pageOf(subscriptionId)),
      ],
    };
  },
};

export const renewalUpcomingMail: CustomerMail<
  UpcomingValues & {
    renewsAt: Instant;
    /** How many meters are charged, too. */
    meters: number;
    /** The card that is charged; null if none is, or it is not known. */
    brand: string | null;
    last4: string | null;
  }
> = {
  kind: 'renewal-upcoming',
  sample: (seller) => ({
    values: {
      ...sampleUpcoming(seller),
      renewsAt: addDays(seller.now, 7),
      meters: 0,
      brand: 'visa',
      last4: '4242',
    },
  }),
  contentOf({ organizationName, customerName, slug, subscriptionId, product, renewsAt, timeZone, ...order }, place) {
    const { brand, last4, meters, ...bill } = order;
    const day = dayText(renewsAt, timeZone);
    const card = brand !== null && last4 !== null ? ` to your ${cardText({ brand, last4 })}` : '';
    return {
      subject: `Your subscription to ${product} renews on ${day}`,
      title: `Your subscription to ${product} renews on ${day}`,
      blocks: [
        {
          text: `${greeting(customerName)} your subscription to ${product} of ${organizationName} renews soon. ${chargeText(bill, day, card)}`,
        },
        billBlock(bill, 'To be charged'),
        {
          text: `If you cancel before ${day}, you keep it until then, and ${meters > 0 ? 'only what you use until then is charged' : 'nothing more is charged'}.`,
        },
        ...portalLink(slug, place, 'Manage or cancel', pageOf(subscriptionId)),
      ],
    };
  },
};

export const orderMails = [receiptMail, paymentFailedMail, trialEndingMail, renewalUpcomingMail];

const OCCASIONS: Readonly<Record<BillingReason | BillingEvent, string>> = {
  purchase: 'thank you for your purchase.',
  subscription_create: 'thank you for your purchase.',
  subscription_cycle: 'your subscription was renewed.',
  subscription_update: 'your subscription was changed.',
  SubscriptionProductChanged: 'your subscription was changed.',
  SubscriptionEnded: 'your subscription has ended.',
  SubscriptionRevoked: 'your subscription has ended.',
};

function paidText({ total, applied, charged }: MailBill, day: string): string {
  if (charged > 0) return `This is what you paid on ${day}.`;
  return hasCredit({ total, applied }) ? 'Nothing was charged: you have credit.' : 'Nothing was charged.';
}

/** Whether it leaves a credit for the next orders. */
function hasCredit({ total, applied }: Pick<MailBill, 'total' | 'applied'>): boolean {
  return total + applied < 0;
}

function chargeText({ charged: amount, currency }: MailBill, day: string, card = ''): string {
  return amount > 0
    ? `${moneyText({ amount, currency })} is charged${card} on ${day}.`
    : `Nothing is charged on ${day}.`;
}

function sampleBill({ currency, now, timeZone }: SampleSeller): MailBill {
  const detail = `${dayText(now, timeZone)} to ${dayText(addDays(now, 30), timeZone)}`;
  const lines = [{ label: SAMPLE_PRODUCT, detail, amount: 2_900 }];
  return { lines, discount: 290, tax: 522, total: 3_132, applied: 0, charged: 3_132, currency };
}

function sampleUpcoming(seller: SampleSeller): UpcomingValues {
  const { timeZone } = seller;
  const about = { subscriptionId: SAMPLE_ID, product: SAMPLE_PRODUCT, timeZone };
  return { ...sampleNames(seller), ...sampleBill(seller), ...about };
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

interface Dunning {
  nextAttemptAt: Instant | null;
  graceEndsAt: Instant | null;
  status: string | null;
  timeZone: string;
}

/**
 * What the customer can do about a failed charge, and what happens if they do not.
 * @param seller whom to ask, where the mail has no link to do it
 */
function followUp(seller: string | undefined, { nextAttemptAt, graceEndsAt, status, timeZone }: Dunning): string[] {
  if (status === 'canceled') return ['It was the last attempt, so your subscription has ended.'];
  const update = seller ? `Please ask ${seller} how to update your payment method.` : 'Please update your card.';
  if (status === 'unpaid') return ['It was the last attempt.', `${update} Until then your access is on hold.`];
  const again = nextAttemptAt ? [`We try again on ${dayText(nextAttemptAt, timeZone)}.`] : [];
  const access = graceEndsAt
    ? `Your access stays until ${dayText(graceEndsAt, timeZone)}.`
    : 'Until then your access is on hold.';
  return [...again, `${update} ${access}`];
}
