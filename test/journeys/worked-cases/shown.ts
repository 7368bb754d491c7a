import type { Instant } from '../../../src/kernel/ports/clock.ts';
import { written } from './story.ts';

export interface Order {
  id: string;
  status: string;
  billing_reason: string;
  currency: string;
  items: { label: string; amount: number; proration: boolean }[];
  discount_amount: number;
  tax_amount: number;
  net_amount: number;
  total_amount: number;
  applied_balance_amount: number;
  due_amount: number;
  refunded_amount: number;
  refunded_tax_amount: number;
  voided_at: string | null;
}

export interface Subscription {
  id: string;
  status: string;
  created_at: string;
  current_period_end: string;
  cancel_at_period_end: boolean;
  ended_at: string | null;
  pending_change: { product_id: string } | null;
  dunning: { next_attempt_at: string | null } | null;
}

export interface Account {
  balances: { currency: string; amount: number }[];
}

const dayOf = (instant: string) => instant.slice(0, 10);

/**
 * `cycle: Pro 30.00 less 3.00 plus 5.13 = 32.13 eur, credit 10.00, due 22.13, paid`. Lines show their period unless it is from the day
 * of the order to the end of the subscription's period.
 */
export function shownOrder(
  order: Order,
  seen: string | { at: Instant; subscription: Subscription | undefined },
): { shown: string; items: string } {
  const { currency, applied_balance_amount: applied } = order;
  const money = (amount: number) => written(amount, currency);
  const items = typeof seen === 'string' ? seen : order.items.map((item) => shownItem(item, currency, seen)).join(', ');
  const parts = [
    items,
    order.discount_amount !== 0 && ` less ${money(order.discount_amount)}`,
    order.tax_amount !== 0 && ` plus ${money(order.tax_amount)}`,
    ` = ${money(order.total_amount)} ${currency}`,
    applied < 0 && `, credit ${money(-applied)}`,
    applied > 0 && `, debt ${money(applied)}`,
    applied !== 0 && `, due ${money(order.due_amount)}`,
    `, ${order.voided_at ? 'void' : order.status.replace('_', ' ')}`,
    order.refunded_amount > 0 && ` ${money(order.refunded_amount)}`,
    order.refunded_tax_amount > 0 && ` + ${money(order.refunded_tax_amount)}`,
  ];
  const reason = order.billing_reason.replace('subscription_', '');
  return { shown: `${reason}: ${parts.filter(Boolean).join('')}`, items };
}

function shownItem(
  { label, amount, proration }: Order['items'][number],
  currency: string,
  { at, subscription }: { at: Instant; subscription: Subscription | undefined },
): string {
  const metered = /^(.+) — \((\S+) consumed units\) × (\S+?)(?:,? (?:\(|capped).*)?$/.exec(label);
  if (metered) {
    const used = / \((\S+) used,/.exec(label)?.[1] ?? metered[2]!;
    return `${used.replaceAll(',', '')} ${metered[1]} × ${metered[3]} ${written(amount, currency)}`;
  }
  const [, credited, trial, name, from, to] = /^(Remaining time on )?(Trial of )?(.+?)(?: — From (.+) to (.+))?$/.exec(
    label,
  )!;
  const kind = credited ? 'unused ' : trial ? 'trial ' : proration ? 'rest ' : '';
  const [start, end] = [from, to].map((date) => date && dayOf(new Date(`${date} UTC`).toISOString()));
  const isUsual = !start || (start === dayOf(at) && end === dayOf(subscription?.current_period_end ?? at));
  return `${kind}${name} ${written(amount, currency)}${isUsual ? '' : ` [${start} to ${end}]`}`;
}

/** `active to 2026-02-28, ending, credit 10.00 eur`. */
export function shownSubscription(subscription: Subscription | undefined, { balances }: Account): string {
  const owed = balances.flatMap(({ currency, amount }) => {
    if (amount === 0) return [];
    return [`${amount > 0 ? 'credit' : 'debt'} ${written(Math.abs(amount), currency)} ${currency}`];
  });
  if (!subscription) return ['no subscription', ...owed].join(', ');
  const { status, ended_at: ended, dunning } = subscription;
  const parts = [
    ended ? `${status} ${dayOf(ended)}` : `${status} to ${dayOf(subscription.current_period_end)}`,
    !ended && subscription.cancel_at_period_end && 'ending',
    subscription.pending_change && 'to switch',
    dunning?.next_attempt_at && `again ${dayOf(dunning.next_attempt_at)}`,
    ...owed,
  ];
  return parts.filter(Boolean).join(', ');
}
