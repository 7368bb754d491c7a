import { isCarriedOver } from './bill';
import { money, plural } from './format';
import { declineWords } from './declines';
import { clockTime, day, fromNow } from './time';

/** What a detail page says first: how it stands, in one sentence. */
export interface Answer {
  text: string;
  /** `bad` needs attention, `warn` will end, `off` has ended. */
  tone: 'good' | 'wait' | 'warn' | 'bad' | 'off';
}

export const say = (tone: Answer['tone'], text: string): Answer => ({ tone, text });

/** "18.00 a month" in its currency. */
export function perInterval(amount: number, currency: string, interval: string): string {
  return `${money(amount, currency)} a ${interval}`;
}

interface OrderFields {
  status: string;
  voided_at: string | null;
  paid_at: string | null;
  created_at: string;
  total_amount: number;
  /** What is charged of it; missing where no account adds to it. */
  due_amount?: number;
  paid?: boolean;
  checkout_id?: string | null;
  refunded_amount?: number;
  refunded_tax_amount?: number;
  currency: string;
}

interface PaymentFields {
  status: string;
  created_at: string;
  decline_code: string | null;
}

/** @param payments every attempt to charge it, newest first */
export function orderAnswer(order: OrderFields, payments: readonly PaymentFields[] = []): Answer {
  const total = money(order.total_amount, order.currency);
  if (order.voided_at) return say('off', `Void since ${day(order.voided_at)}: the ${total} will not be paid.`);
  const paidAt = order.paid_at ?? (order.status === 'paid' ? order.created_at : null);
  if (paidAt && order.total_amount === 0) return say('good', `Nothing was due on ${day(paidAt)}.`);
  if (paidAt && order.total_amount < 0) {
    const credit = money(-order.total_amount, order.currency);
    return say('good', `${credit} was credited to the customer’s account on ${day(paidAt)}.`);
  }
  if (isCarriedOver(order)) return say('good', `${total} was too little to charge: the next order charges it, too.`);
  const due = money(order.due_amount ?? order.total_amount, order.currency);
  const refunded = (order.refunded_amount ?? 0) + (order.refunded_tax_amount ?? 0);
  if (paidAt && order.status === 'refunded') return say('off', `${total} was paid on ${day(paidAt)}, and refunded.`);
  if (paidAt && refunded > 0) {
    const back = money(refunded, order.currency);
    return say('warn', `${total} was paid on ${day(paidAt)}, and ${back} of it refunded.`);
  }
  if (paidAt && order.due_amount === 0)
    return say('good', `${total} was paid on ${day(paidAt)} with the customer’s credit.`);
  if (paidAt && order.due_amount !== undefined && order.due_amount < order.total_amount) {
    const credit = money(order.total_amount - order.due_amount, order.currency);
    return say('good', `${total} was paid on ${day(paidAt)}, ${credit} of it with the customer’s credit.`);
  }
  if (paidAt) return say('good', `${total} was paid on ${day(paidAt)}.`);
  const [last] = payments;
  if (last?.status === 'declined') {
    const why = last.decline_code ? `: ${declineWords(last.decline_code)}` : '';
    return say('bad', `Not paid: the charge of ${due} on ${day(last.created_at)} was declined${why}.`);
  }
  return say('wait', `Waiting for ${due} to be paid.`);
}

interface CheckoutFields {
  status: string;
  total_amount: number | null;
  amount: number;
  currency: string;
  expires_at: string;
}

export function checkoutAnswer(checkout: CheckoutFields, now: number): Answer {
  const { status, currency, expires_at } = checkout;
  const total = money(checkout.total_amount ?? checkout.amount, currency);
  switch (status) {
    case 'open': {
      const left = fromNow(Date.parse(expires_at), now);
      return say(
        'wait',
        `Open: nobody has paid the ${total} yet. It expires ${left}, at ${clockTime(expires_at).slice(0, 5)}.`,
      );
    }
    case 'confirmed':
      return say('wait', `Confirmed by the customer; waiting for the payment of ${total}.`);
    case 'succeeded':
      return say('good', `Sold for ${total}.`);
    case 'expired':
      return say('off', `Expired on ${day(expires_at)} without a sale.`);
    default:
      return say('bad', `The payment of ${total} failed.`);
  }
}

interface ActiveSubscription {
  amount: number;
  currency: string;
  recurring_interval: string;
  meters: readonly unknown[];
}

/**
 * What a customer pays regularly, per currency and interval; nothing adds up across them.
 * @param live how many subscriptions are active or in trial
 */
export function customerAnswer(
  active: readonly ActiveSubscription[],
  deletedAt: string | null,
  live = active.length,
): Answer {
  if (deletedAt) return say('off', `Deleted on ${day(deletedAt)}. Their orders stay in your books.`);
  const trials = live - active.length;
  if (active.length === 0 && trials > 0) return say('good', `Pays nothing yet, with ${plural(trials, 'trial')}.`);
  if (active.length === 0) return say('off', 'Has no active subscription.');
  const sums = new Map<string, Pick<ActiveSubscription, 'amount' | 'currency' | 'recurring_interval'>>();
  for (const { amount, currency, recurring_interval } of active) {
    const key = `${currency} ${recurring_interval}`;
    sums.set(key, { amount: (sums.get(key)?.amount ?? 0) + amount, currency, recurring_interval });
  }
  const isMetered = active.some(({ meters }) => meters.length > 0);
  const shown = [...sums.values()].filter(({ amount }) => amount > 0 || !isMetered);
  const pays = shown.map((sum) => perInterval(sum.amount, sum.currency, sum.recurring_interval)).join(' and ');
  const subscriptions = plural(active.length, 'subscription');
  if (pays === '') return say('good', `Pays for usage alone, with ${subscriptions}.`);
  return say('good', `Pays ${pays}${isMetered ? ' plus usage' : ''} for ${subscriptions}.`);
}

interface ProductFields {
  is_archived: boolean;
  visibility: string;
  is_recurring: boolean;
}

/** @param price in words, such as "$18.00 a month" */
export function productAnswer(
  { is_archived, visibility, is_recurring }: ProductFields,
  price: string,
  subscribers?: number,
): Answer {
  const holders = is_recurring && subscribers !== undefined ? plural(subscribers, 'active subscriber') : undefined;
  if (is_archived) {
    return say(
      'off',
      holders
        ? `Archived: it can’t be bought, and ${holders} ${subscribers === 1 ? 'keeps' : 'keep'} it.`
        : 'Archived: it can’t be bought.',
    );
  }
  if (visibility === 'draft') return say('wait', 'Draft: nobody can buy it until you publish it.');
  const offer = offerWords(price);
  return say('good', holders ? `${offer}, with ${holders}.` : `${offer}.`);
}

function offerWords(price: string): string {
  if (price === 'Free') return 'On sale, free of charge';
  // "Pay what you want" is no amount.
  return /^P/.test(price) ? `On sale: ${price.charAt(0).toLowerCase()}${price.slice(1)}` : `On sale for ${price}`;
}

/** @param holders undefined while they are counted */
export function benefitAnswer(holders: number | undefined): Answer {
  if (holders === undefined) return say('wait', 'Granted to everybody who buys a product that has it.');
  if (holders === 0) return say('off', 'Nobody has it now.');
  return say('good', `Granted now through ${plural(holders, 'purchase')}.`);
}

interface LicenseKeyFields {
  status: string;
  expires_at: string | null;
  limit_activations: number | null;
  usage: number;
  limit_usage: number | null;
}

/** @param activations how many there are */
export function licenseKeyAnswer(key: LicenseKeyFields, activations: number, now: number): Answer {
  const { status, expires_at, limit_activations, usage, limit_usage } = key;
  if (status === 'revoked') return say('off', 'Revoked: it no longer works.');
  if (status === 'disabled') return say('warn', 'Disabled: it does not work until it is enabled again.');
  if (expires_at && Date.parse(expires_at) <= now) return say('off', `Expired on ${day(expires_at)}.`);
  if (limit_usage !== null && usage >= limit_usage) return say('warn', 'Its usage has reached the limit.');
  const works = expires_at ? `Works until ${day(expires_at)}` : 'Works';
  if (limit_activations === null) return say('good', `${works}.`);
  return say('good', `${works}, with ${activations} of ${plural(limit_activations, 'activation')} in use.`);
}

interface DiscountFields {
  code: string | null;
  starts_at: string | null;
  ends_at: string | null;
  redemptions_count: number;
}

/** @param value in words, such as "20%" */
export function discountAnswer(
  { code, starts_at, ends_at, redemptions_count }: DiscountFields,
  standing: 'Active' | 'Scheduled' | 'Used up' | 'Ended',
  value: string,
): Answer {
  const used = `It was redeemed ${plural(redemptions_count, 'time')}.`;
  switch (standing) {
    case 'Scheduled':
      return say('wait', `Takes ${value} off from ${day(starts_at!)} on.`);
    case 'Used up':
      return say('off', `Used up: all ${plural(redemptions_count, 'redemption')} are taken.`);
    case 'Ended':
      return say('off', `Ended on ${day(ends_at!)}. ${used}`);
    case 'Active': {
      const whom = code ? `for everybody with the code ${code}` : 'for the checkouts that you give it to';
      return say('good', `Takes ${value} off ${whom}${ends_at ? `, until ${day(ends_at)}` : ''}.`);
    }
  }
}

/** @param deliveries the newest ones, newest first */
export function endpointAnswer(deliveries: readonly { succeeded: boolean; created_at: string }[], now: number): Answer {
  const [last] = deliveries;
  if (!last) return say('wait', 'Nothing was sent to it yet.');
  const when = fromNow(Date.parse(last.created_at), now);
  if (last.succeeded) return say('good', `The last delivery arrived ${when}.`);
  const failing = deliveries.findIndex(({ succeeded }) => succeeded);
  const row = failing < 0 ? deliveries.length : failing;
  return say(
    'bad',
    row > 1 ? `The last ${row} deliveries failed, the newest ${when}.` : `The last delivery failed ${when}.`,
  );
}
