import type { LinkProps } from '@tanstack/react-router';
import type { Attention, Figures } from '@/api/types';
import { money, plural } from '@/lib/format';
import { day } from '@/lib/time';
import { linksOf } from './links';
import type { Total } from './tiles';

export interface AttentionLine {
  tone: 'bad' | 'warn';
  text: string;
  /** After the text, in grey. */
  note: string;
  link: LinkProps;
}

/** What needs attention, the worst first. */
export function attentionLines(org: string, { currencies }: Figures, attention: Attention): AttentionLine[] {
  const to = linksOf(org);
  const page = (path: string, id: string, search?: object) => ({ to: path, params: { org, id }, search }) as LinkProps;
  const line = (tone: AttentionLine['tone'], link: LinkProps, text: string, note: string): AttentionLine => ({
    tone,
    link,
    text,
    note,
  });
  return [
    ...attention.payments.map(({ order_id, checkout_id, amount, currency, received_amount, received_currency }) =>
      line(
        'bad',
        order_id ? page('/$org/orders/$id', order_id) : page('/$org/checkouts/$id', checkout_id ?? ''),
        `A payment of ${money(amount, currency)} was taken as ${money(received_amount, received_currency ?? currency)}`,
        'not booked, and not refunded yet',
      ),
    ),
    ...currencies
      .filter(({ now }) => now.past_due_subscriptions > 0)
      .map(({ currency, now }) =>
        line(
          'bad',
          to.pastDue(currency),
          `${plural(now.past_due_subscriptions, 'subscription is', 'subscriptions are')} past due`,
          `${money(now.past_due_amount, currency)} a month`,
        ),
      ),
    ...attention.unpaid_orders.map(({ currency, count, total_amount, renewals }) =>
      line(
        'warn',
        to.unpaidOrders(currency),
        `${plural(count, 'order is', 'orders are')} not paid yet`,
        money(total_amount, currency) + ofWhich(renewals, count),
      ),
    ),
    ...attention.erasure_requests.map(({ customer_id, email, requested_at }) =>
      line(
        'warn',
        page('/$org/customers/$id', customer_id),
        `${email} asks to be erased`,
        `since ${day(requested_at)}`,
      ),
    ),
    ...attention.failed_grants.map(({ benefit_id, description, count }) =>
      line(
        'bad',
        page('/$org/benefits/$id', benefit_id),
        `${description} failed for ${plural(count, 'customer')}`,
        'until you retry it',
      ),
    ),
    ...attention.endpoints.map(({ id, url, disabled_at, undelivered_messages, failed_attempts }) =>
      line(
        'bad',
        page('/$org/webhooks/$id', id, { outcome: 'failed', from: attention.since }),
        disabled_at
          ? `Webhooks to ${hostOf(url)} are off`
          : `${plural(undelivered_messages, 'webhook message')} to ${hostOf(url)} not delivered`,
        plural(failed_attempts, 'failed attempt'),
      ),
    ),
  ];
}

/** The totals among the lines, which their lists show, too. */
export function attentionTotals(org: string, { currencies }: Figures, { unpaid_orders }: Attention): Total[] {
  const to = linksOf(org);
  const count = 'count' as const;
  return [
    ...currencies.flatMap(({ currency, now }) => [
      { kind: count, value: now.past_due_subscriptions, link: to.pastDue(currency) },
      { kind: 'money' as const, value: now.past_due_amount, link: to.pastDue(currency) },
    ]),
    ...unpaid_orders.map((one) => ({ kind: count, value: one.count, link: to.unpaidOrders(one.currency) })),
  ];
}

/** Says that it is the money of subscriptions past due, not more of it. */
function ofWhich(renewals: number, orders: number): string {
  if (renewals === 0) return '';
  if (renewals < orders) return `, ${plural(renewals, 'renewal')} among them`;
  return orders === 1 ? ', a renewal' : ', all of them renewals';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
