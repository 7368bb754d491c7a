import { dayText } from '../../../../kernel/day-text.ts';
import { moneyText } from '../../../../kernel/money.ts';
import type { Instant } from '../../../../kernel/ports/clock.ts';

/** What people read about an event in a chat, before it takes the form of one product. */
export interface ChatMessage {
  title: string;
  tone: 'good' | 'neutral' | 'bad';
  rows: readonly (readonly [label: string, value: string])[];
  /** When the event happened. */
  at: Instant;
}

/** A message's body as it was built for `raw`. */
export interface RawPayload {
  type: string;
  timestamp: Instant;
  data: unknown;
}

export interface Named {
  name?: string | null;
  email?: string | null;
}
interface Order {
  total_amount: number;
  refunded_amount: number;
  refunded_tax_amount: number;
  currency: string;
  billing_reason: string;
  customer: Named;
  product: Named | null;
}
interface Subscription {
  amount: number;
  currency: string;
  recurring_interval: string;
  customer: Named;
  product: Named;
  cancel_at_period_end: boolean;
  ends_at: Instant | null;
  ended_at: Instant | null;
}
interface Refund {
  amount: number;
  tax_amount: number;
  currency: string;
  reason: string;
  status: string;
  order_id: string;
}
type Tone = ChatMessage['tone'];
type Rows = ChatMessage['rows'];

const ORDERS: Readonly<Record<string, [title: string, tone: Tone]>> = {
  'order.created': ['New order', 'good'],
  'order.updated': ['Order updated', 'neutral'],
  'order.paid': ['Order paid', 'good'],
  'order.refunded': ['Order refunded', 'bad'],
};
const SUBSCRIPTIONS: Readonly<Record<string, [title: string, tone: Tone]>> = {
  'subscription.created': ['New subscription', 'good'],
  'subscription.active': ['Subscription active', 'good'],
  'subscription.canceled': ['Subscription canceled', 'bad'],
  'subscription.uncanceled': ['Subscription resumed', 'good'],
  'subscription.revoked': ['Subscription ended', 'bad'],
};
const REFUNDS: Readonly<Record<string, [title: string, tone: Tone]>> = {
  'refund.created': ['Refund', 'bad'],
  'refund.updated': ['Refund updated', 'neutral'],
};

/** The type whose messages are for chats or not, as their data says. */
export const SOMETIMES_FOR_CHATS = 'subscription.updated';

/** Chats skip a `subscription.updated` that neither cancels nor ends it, such as a renewal (docs/BILLING.md#webhook-formats). */
export function isForChats({ type, data }: RawPayload): boolean {
  if (type !== SOMETIMES_FOR_CHATS) return true;
  const { cancel_at_period_end, ended_at } = data as Subscription;
  return cancel_at_period_end || ended_at !== null;
}

export function chatMessageOf(payload: RawPayload): ChatMessage {
  const { type, timestamp: at, data } = payload;
  const [title, tone, rows] = partsOf(type, data);
  return { title, tone, rows: rows.filter(([, value]) => value !== ''), at };
}

function partsOf(type: string, data: unknown): [string, Tone, Rows] {
  if (type in ORDERS) return [...ORDERS[type]!, orderRows(data as Order)];
  if (type in REFUNDS) return [...REFUNDS[type]!, refundRows(data as Refund)];
  if (type in SUBSCRIPTIONS) return [...SUBSCRIPTIONS[type]!, subscriptionRows(data as Subscription)];
  if (type === 'subscription.updated') {
    const change = (data as Subscription).ended_at === null ? 'subscription.canceled' : 'subscription.revoked';
    return [...SUBSCRIPTIONS[change]!, subscriptionRows(data as Subscription)];
  }
  const { id, name } = data as Named & { id?: string };
  return [
    sentence(type),
    'neutral',
    [
      ['Event', type],
      ['Name', name ?? ''],
      ['ID', id ?? ''],
    ],
  ];
}

function orderRows(order: Order): Rows {
  const { total_amount: amount, currency, billing_reason, customer, product } = order;
  const refunded = order.refunded_amount + order.refunded_tax_amount;
  return [
    ['Amount', moneyText({ amount, currency })],
    ['Refunded', refunded === 0 ? '' : moneyText({ amount: refunded, currency })],
    ['Product', product?.name ?? ''],
    ['Customer', whoOf(customer)],
    ['Reason', sentence(billing_reason)],
  ];
}

function subscriptionRows(subscription: Subscription): Rows {
  const { amount, currency, recurring_interval: interval, customer, product, ends_at, ended_at } = subscription;
  return [
    ['Amount', amount === 0 ? 'Free' : `${moneyText({ amount, currency })} per ${interval}`],
    ['Product', product.name ?? ''],
    ['Customer', whoOf(customer)],
    ended_at === null ? ['Ends', ends_at === null ? '' : dayText(ends_at)] : ['Ended', dayText(ended_at)],
  ];
}

function refundRows({ amount, tax_amount, currency, reason, status, order_id }: Refund): Rows {
  return [
    ['Amount', moneyText({ amount: amount + tax_amount, currency })],
    ['Reason', sentence(reason)],
    ['Status', sentence(status)],
    ['Order', order_id],
  ];
}

function whoOf({ name, email }: Named): string {
  if (!name) return email ?? '';
  return email ? `${name} (${email})` : name;
}

/** `customer.state_changed` → `Customer state changed`. */
function sentence(code: string): string {
  const words = code.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
