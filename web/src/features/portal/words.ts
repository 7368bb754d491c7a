import type { OrderPreview } from '@/api/types';
import { perInterval, say, type Answer } from '@/lib/answers';
import { afterDiscountWords, type AfterDiscount } from '@/lib/discount-words';
import { money, word } from '@/lib/format';
import { day } from '@/lib/time';

interface Held {
  status: string;
  amount: number;
  currency: string;
  recurring_interval: string;
  cancel_at_period_end: boolean;
  current_period_end: string | null;
  trial_ends_at: string | null;
  ends_at: string | null;
  ended_at: string | null;
  after_discount: AfterDiscount | null;
  meters: readonly unknown[];
  dunning: { next_attempt_at: string | null; grace_ends_at: string | null } | null;
}

type Next = Pick<OrderPreview, 'due_amount' | 'currency'> | null | undefined;

/** "$22.50 a month, discounted for 2 more charges, then $30.00 from 12 Mar 2027", or "Free". */
export function priceOf({ amount, currency, recurring_interval, after_discount: full }: Priced): string {
  const price = amount === 0 ? 'Free' : perInterval(amount, currency, recurring_interval);
  if (!full) return price;
  return `${price}, ${full.charges_left > 0 ? 'discounted for ' : ''}${afterDiscountWords(full, currency)}`;
}

type Priced = Pick<Held, 'amount' | 'currency' | 'recurring_interval' | 'after_discount'>;

/** How a subscription stands, to the customer who pays for it. @param next its next order, if that is known */
export function subscriptionWords(held: Held, next?: Next): Answer {
  const { status, current_period_end: end, ended_at } = held;
  if (ended_at) return say('off', `It ended on ${day(ended_at)}. You are no longer charged for it.`);
  if (isFailing(held)) return say('bad', failureWords(held));
  if (held.cancel_at_period_end) {
    const ends = held.ends_at ?? end;
    return say(
      'warn',
      `${ends ? `It ends on ${day(ends)}` : 'It ends with its period'}. ${lastChargeWords(held, next)}`,
    );
  }
  if (status === 'incomplete') return say('wait', 'It begins once its first payment has arrived.');
  if (!end) return say('wait', 'It has no next charge.');
  const usage = held.meters.length > 0 ? ', plus usage' : '';
  const charge = next
    ? money(next.due_amount, next.currency)
    : `${money(held.amount, held.currency)} before tax${usage}`;
  if (status === 'trialing') return say('good', `Free until ${day(held.trial_ends_at ?? end)}, then ${charge}.`);
  return say(
    'good',
    held.amount === 0 && !next ? `It renews on ${day(end)}.` : `It renews on ${day(end)} for ${charge}.`,
  );
}

/** What a canceled subscription is still charged. */
function lastChargeWords({ meters }: Held, next: Next): string {
  if (next) return next.due_amount > 0 ? `A last ${money(next.due_amount, next.currency)} is charged then.` : NOT_AGAIN;
  return meters.length > 0 ? 'What you use until then is charged then.' : NOT_AGAIN;
}

const NOT_AGAIN = 'You are not charged again.';

/** Whether its payment has failed. */
export function isFailing({ status }: Pick<Held, 'status'>): boolean {
  return status === 'past_due' || status === 'unpaid';
}

/** What became of its payment, and what comes next. */
export function failureWords({ dunning }: Held): string {
  const again = dunning?.next_attempt_at;
  const grace = dunning?.grace_ends_at;
  return [
    'Its last payment failed.',
    again ? `It is tried again on ${day(again)}.` : 'Add another card to pay it.',
    grace ? `You keep what it gives until ${day(grace)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

interface Paid {
  total_amount: number;
  due_amount?: number;
  currency: string;
}

/** "$15.00 was charged.", "$15.00 and €9.00 were charged."; empty without orders. */
export function chargedWords(orders: readonly Paid[]): string {
  const sums = new Map<string, number>();
  for (const { currency, total_amount, due_amount = total_amount } of orders)
    sums.set(currency, (sums.get(currency) ?? 0) + due_amount);
  const amounts = [...sums].map(([currency, sum]) => money(sum, currency));
  return amounts.length === 0 ? '' : `${amounts.join(' and ')} ${amounts.length === 1 ? 'was' : 'were'} charged.`;
}

interface Method {
  id: string;
  type: string;
  default: boolean;
  card?: { brand: string; last4: string; exp_month: number; exp_year: number };
}

/** A card that was saved more than once is one: the one that is charged, or the newest. @param methods newest first @returns each with all of its ids */
export function eachCard<M extends Method>(methods: readonly M[]): { method: M; ids: string[] }[] {
  const cards = new Map<string, M[]>();
  for (const method of methods) {
    const { id, card } = method;
    const key = card ? [card.brand, card.last4, card.exp_month, card.exp_year].join(' ') : id;
    cards.set(key, [...(cards.get(key) ?? []), method]);
  }
  return [...cards.values()].map((same) => {
    const method = same.find((one) => one.default) ?? same[0]!;
    // The one that is charged is the last to be removed: if it can't be, it stays.
    return { method, ids: [...same.filter((one) => one !== method), method].map(({ id }) => id) };
  });
}

/** "Visa", "Link". */
export function methodName(type: string): string {
  return type === 'unknown' ? 'A payment method that can no longer be charged' : word(type);
}
