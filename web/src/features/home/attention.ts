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
  note?: string;
  link: LinkProps;
}

/** What needs attention, the worst first. */
export function attentionLines(org: string, { currencies }: Figures, attention: Attention): AttentionLine[] {
  const to = linksOf(org);
  const page = (path: string, id: string, search?: object) => ({ to: path, params: { org, id }, search }) as LinkProps;
  return [
    ...attention.payments.map(({ order_id, checkout_id, amount, currency, received_amount, received_currency }) => {
      const received = money(received_amount, received_currency ?? currency);
      return {
        tone: 'bad' as const,
        text: `A payment of ${money(amount, currency)} was taken as ${received}`,
        note: 'not booked, and not refunded yet',
        link: order_id ? page('/$org/orders/$id', order_id) : page('/$org/checkouts/$id', checkout_id ?? ''),
      };
    }),
    ...currencies
      .filter(({ now }) => now.past_due_subscriptions > 0)
      .map(({ currency, now }) => ({
        tone: 'bad' as const,
        text: `${plural(now.past_due_subscriptions, 'subscription is', 'subscriptions are')} past due`,
        note: `${money(now.past_due_amount, currency)} a month`,
        link: to.pastDue(currency),
      })),
    ...attention.unpaid_orders.map(({ currency, count, total_amount, renewals }) => ({
      tone: 'warn' as const,
      text: `${plural(count, 'order is', 'orders are')} not paid yet`,
      note: money(total_amount, currency) + ofWhich(renewals, count),
      link: to.unpaidOrders(currency),
    })),
    ...attention.erasure_requests.map(({ customer_id: id, email, requested_at }) => ({
      tone: 'warn' as const,
      text: `${email} asks to be erased`,
      note: `since ${day(requested_at)}`,
      link: page('/$org/customers/$id', id),
    })),
    ...attention.endpoints.map(({ id, url, disabled_at, undelivered_messages, failed_attempts }) => ({
      tone: 'bad' as const,
      text: disabled_at
        ? `Webhooks to ${hostOf(url)} are off`
        : `${plural(undelivered_messages, 'webhook message')} to ${hostOf(url)} not delivered`,
      note: plural(failed_attempts, 'failed attempt'),
      link: page('/$org/webhooks/$id', id, { outcome: 'failed', from: attention.since }),
    })),
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
