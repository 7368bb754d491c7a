import { dayText } from '../../../../kernel/day-text.ts';
import { moneyText } from '../../../../kernel/money.ts';
import { addDays, type Instant } from '../../../../kernel/ports/clock.ts';
import type { MailSender } from '../../../delivery/emails/mail-sender.rules.ts';
import type { RecurringInterval } from '../../products/product.events.ts';
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

/** Of what was used and not paid until the end: one, or none. */
type Last = { billsLeft: number };

type About = {
  organizationName: string;
  customerName: string | null;
  /** The organization's; missing once it is deleted. */
  slug?: string;
  sender: MailSender;
  subscriptionId: string;
  product: string;
  /** Of the organization, as an IANA name. */
  timeZone: string;
};

export const subscriptionCanceledMail: CustomerMail<
  About &
    Last & {
      endsAt: Instant;
      /** How many orders have failed to be paid, and are tried again. */
      owed: number;
    }
> = {
  kind: 'subscription-canceled',
  sample: (seller) => ({ values: { ...sampleOf(seller), endsAt: addDays(seller.now, 20), billsLeft: 0, owed: 0 } }),
  contentOf(
    { organizationName, customerName, slug, subscriptionId, product, endsAt, billsLeft, owed, timeZone },
    place,
  ) {
    const day = dayText(endsAt, timeZone);
    const last = billsLeft ? ' A last bill then has what you have used and not paid so far.' : '';
    return {
      subject: `Your subscription to ${product} is canceled`,
      title: 'Your subscription is canceled',
      blocks: [
        { text: `${greeting(customerName)} your subscription to ${product} of ${organizationName} does not renew.` },
        {
          text: owed
            ? `It ends on ${day}. Its last payment failed and is still due until then. After that, nothing more is charged for it.`
            : `You keep it until ${day}.${last} After that, nothing more is charged for it.`,
        },
        ...portalLink(slug, place, 'Keep subscription', pageOf(subscriptionId)),
      ],
    };
  },
};

export const subscriptionResumedMail: CustomerMail<About & { renewsAt: Instant | null }> = {
  kind: 'subscription-resumed',
  sample: (seller) => ({ values: { ...sampleOf(seller), renewsAt: addDays(seller.now, 20) } }),
  contentOf({ organizationName, customerName, slug, subscriptionId, product, renewsAt, timeZone }, place) {
    return {
      subject: `Your subscription to ${product} continues`,
      title: 'Your subscription continues',
      blocks: [
        { text: `${greeting(customerName)} your subscription to ${product} of ${organizationName} goes on.` },
        ...(renewsAt ? [{ text: `It renews on ${dayText(renewsAt, timeZone)}.` }] : []),
        ...portalLink(slug, place, 'See subscription', pageOf(subscriptionId)),
      ],
    };
  },
};

export const subscriptionChangedMail: CustomerMail<
  About & {
    before: string;
    /** Per interval, after discount and before tax, in minor units. */
    amount: number;
    currency: string;
    interval: RecurringInterval;
  }
> = {
  kind: 'subscription-changed',
  sample: (seller) => ({
    values: {
      ...sampleOf(seller),
      before: 'Another product',
      amount: 2_900,
      currency: seller.currency,
      interval: 'month',
    },
  }),
  contentOf({ organizationName, customerName, slug, subscriptionId, product, ...change }, place) {
    const { before, amount, currency, interval } = change;
    return {
      subject: `Your subscription is now ${product}`,
      title: 'Your subscription has changed',
      blocks: [
        { text: `${greeting(customerName)} your subscription to ${organizationName} is now ${product}.` },
        {
          facts: [
            ['Before', before],
            ['Now', product],
            [`Each ${interval}, before tax`, moneyText({ amount, currency })],
          ],
        },
        ...portalLink(slug, place, 'See what is charged when', pageOf(subscriptionId)),
      ],
    };
  },
};

export const subscriptionEndedMail: CustomerMail<About & Last & { endedAt: Instant }> = {
  kind: 'subscription-ended',
  sample: (seller) => ({ values: { ...sampleOf(seller), endedAt: seller.now, billsLeft: 0 } }),
  contentOf({ organizationName, customerName, slug, product, endedAt, billsLeft, timeZone }, place) {
    const day = dayText(endedAt, timeZone);
    return {
      subject: `Your subscription to ${product} has ended`,
      title: 'Your subscription has ended',
      blocks: [
        { text: `${greeting(customerName)} your subscription to ${product} of ${organizationName} ended on ${day}.` },
        {
          text: billsLeft
            ? 'What you had used and not paid until then is on a last bill. Nothing more is charged for it.'
            : 'Nothing more is charged for it.',
        },
        ...portalLink(slug, place, 'See orders and invoices', '/orders'),
      ],
    };
  },
};

export const subscriptionMails = [
  subscriptionCanceledMail,
  subscriptionResumedMail,
  subscriptionChangedMail,
  subscriptionEndedMail,
];

function sampleOf(seller: SampleSeller): About {
  const { timeZone } = seller;
  return { ...sampleNames(seller), subscriptionId: SAMPLE_ID, product: SAMPLE_PRODUCT, timeZone };
}
