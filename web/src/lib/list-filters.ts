import type { CancellationReason } from './billing';
import { endOfDay, lastOfDay, startOfDay } from './zone';

export type OrderReason =
  'all' | 'purchase' | 'recurring' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export type OrderStatusFilter = 'all' | 'paid' | 'refunded' | 'pending' | 'void';

export interface OrderFilters {
  /** Number, id, customer or product. */
  query: string;
  /** `paid` are also those that were refunded later, `refunded` those that were in part. */
  status: OrderStatusFilter;
  /** `recurring` is any of a subscription. */
  reason: OrderReason;
  /** Ids, or '' for any. */
  product: string;
  customer: string;
  subscription: string;
  discount: string;
  /** A code, or '' for any. */
  currency: string;
  /** What `from` and `to` are days of. */
  dates: 'created' | 'paid';
  from: string;
  to: string;
}

/** The states of a subscription that the contract knows. */
export const subscriptionStates = [
  ...(['active', 'trialing', 'past_due', 'unpaid', 'canceled'] as const),
  ...(['incomplete', 'incomplete_expired'] as const),
] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

export interface SubscriptionFilters {
  /** Id, customer or product. */
  query: string;
  /** `live` is active or trialing, `ending` any that ends with its period, `renewing` any live one that does not. */
  status: 'all' | 'live' | 'ending' | 'renewing' | SubscriptionState;
  /** Ids, or '' for any. */
  product: string;
  customer: string;
  interval: 'all' | 'month' | 'year';
  /** Why it was canceled. */
  cancellation: 'all' | CancellationReason;
  /** A code, or '' for any. */
  currency: string;
  /** What `from` and `to` are days of. */
  dates: 'started' | 'period_ends' | 'ended';
  from: string;
  to: string;
}

export interface CheckoutFilters {
  /** The customer's e-mail or name. */
  query: string;
  status: 'all' | 'open' | 'confirmed' | 'succeeded' | 'expired';
  /** Ids, or '' for any. */
  product: string;
  customer: string;
  /** The checkout link that opened it. */
  link: string;
  from: string;
  to: string;
}

export interface PaymentFilters {
  /** The customer's e-mail or name. */
  query: string;
  status: 'all' | 'succeeded' | 'pending' | 'failed';
  /** Id, or '' for any. */
  customer: string;
  /** A code, or '' for any. */
  currency: string;
  from: string;
  to: string;
}

export interface LicenseKeyFilters {
  /** A whole key, or its last six characters. */
  query: string;
  status: 'all' | 'granted' | 'disabled' | 'revoked';
  /** Ids, or '' for any. */
  benefit: string;
  customer: string;
}

/** Of attempts to deliver an endpoint's messages; all times are machine time. */
export interface DeliveryFilters {
  /** `waiting`: the message is to be sent again. */
  outcome: 'all' | 'succeeded' | 'failed' | 'waiting';
  /** A wire type, or '' for any. */
  type: string;
  from: string;
  to: string;
}

/** Of paid orders and refunds. */
export interface FinanceEntryFilters {
  /** Order number or customer. */
  query: string;
  /** `refunds` are also those that were reversed. */
  kind: 'all' | 'sale' | 'refunds';
  /** Of the order. */
  reason: Exclude<OrderReason, 'recurring'>;
  customer: string;
  /** A code, or '' for any. */
  currency: string;
  from: string;
  to: string;
}

export interface TaxLineFilters extends FinanceEntryFilters {
  /** A row of the tax table, or '' for any. */
  row: string;
}

export interface CustomerFilters {
  /** E-mail or name. */
  query: string;
  /** Days of their creation. */
  from: string;
  to: string;
}

export type UsageSourceFilter = 'all' | 'user' | 'system';

export interface UsageEventFilters {
  /** A whole name, or '' for any. */
  name: string;
  source: UsageSourceFilter;
  /** An id, or '' for any. */
  customer: string;
  /** The id of a meter that counts them, or '' for any. */
  meter: string;
  /** Days of their timestamps. */
  from: string;
  to: string;
}

type OrderStatus = 'paid' | 'partially_refunded' | 'refunded' | 'pending' | 'void';

const ORDER_STATUSES: Record<Exclude<OrderStatusFilter, 'all'>, OrderStatus[]> = {
  paid: ['paid', 'partially_refunded', 'refunded'],
  refunded: ['partially_refunded', 'refunded'],
  pending: ['pending'],
  void: ['void'],
};

/** The filters as the server knows them; the list, its totals and its file use the same. */
export function orderFilters(search: Partial<OrderFilters>) {
  const {
    query,
    status = 'all',
    reason = 'all',
    product,
    customer,
    subscription,
    discount,
    currency,
    dates = 'created',
  } = search;
  return {
    ...(query && { query }),
    ...(status !== 'all' && { status: ORDER_STATUSES[status] }),
    ...(reason === 'recurring' && { product_billing_type: ['recurring' as const] }),
    ...(reason !== 'all' && reason !== 'recurring' && { billing_reason: [reason] }),
    ...(product && { product_id: [product] }),
    ...(customer && { customer_id: [customer] }),
    ...(subscription && { subscription_id: [subscription] }),
    ...(discount && { discount_id: [discount] }),
    ...(currency && { currency: [currency] }),
    ...between(dates, search),
  };
}

/** The filters as the server knows them; the list, its totals and its file use the same. */
export function subscriptionFilters(search: Partial<SubscriptionFilters>) {
  const { query, status = 'all', product, customer, interval = 'all', currency, dates = 'started' } = search;
  const { cancellation = 'all' } = search;
  return {
    ...(query && { query }),
    ...subscriptionsIn(status),
    ...(product && { product_id: [product] }),
    ...(customer && { customer_id: [customer] }),
    ...(interval !== 'all' && { recurring_interval: [interval] }),
    ...(cancellation !== 'all' && { cancellation_reason: [cancellation] }),
    ...(currency && { currency: [currency] }),
    ...between(dates, search),
  };
}

function subscriptionsIn(status: SubscriptionFilters['status']) {
  switch (status) {
    case 'all':
      return {};
    case 'live':
      return { active: true };
    case 'renewing':
      return { active: true, ending: false };
    case 'ending':
      return { ending: true };
    default:
      return { status: [status] };
  }
}

export function checkoutFilters(search: Partial<CheckoutFilters>) {
  const { query, status = 'all', product, customer, link } = search;
  return {
    ...(query && { query }),
    ...(status !== 'all' && { status: [status] }),
    ...(product && { product_id: [product] }),
    ...(customer && { customer_id: [customer] }),
    ...(link && { checkout_link_id: [link] }),
    ...between('created', search),
  };
}

export function paymentFilters(search: Partial<PaymentFilters>) {
  const { query, status = 'all', customer, currency } = search;
  return {
    ...(query && { query }),
    ...(status !== 'all' && { status: [status] }),
    ...(customer && { customer_id: [customer] }),
    ...(currency && { currency: [currency] }),
    ...between('created', search),
  };
}

/** The filters as the server knows them; the list, its totals and its file use the same. */
export function financeFilters(search: Partial<TaxLineFilters>) {
  const { query, kind = 'all', reason = 'all', row, customer, currency } = search;
  return {
    ...(query && { query }),
    ...(kind === 'sale' && { kind: ['sale' as const] }),
    ...(kind === 'refunds' && { kind: ['refund' as const, 'refund_reversal' as const] }),
    ...(reason !== 'all' && { billing_reason: [reason] }),
    ...(row && { row: [row] }),
    ...(customer && { customer_id: [customer] }),
    ...(currency && { currency: [currency] }),
    ...between('booked', search),
  };
}

/** The filters as the server knows them; the list and its file use the same. */
export function customerFilters({ query, ...days }: Partial<CustomerFilters>) {
  return { ...(query && { query }), ...between('created', days) };
}

export function usageEventFilters({ name, source, customer, meter, from, to }: UsageEventFilters) {
  return {
    ...(name && { name: [name] }),
    ...(source !== 'all' && { source: [source] }),
    ...(customer && { customer_id: [customer] }),
    ...(meter && { meter_id: [meter] }),
    ...(from && { start_timestamp: startOfDay(from) }),
    ...(to && { end_timestamp: lastOfDay(to) }),
  };
}

/** The address of a list's CSV file. */
export function exportHref(list: string, organizationId: string, filters: object): string {
  const parameters = new URLSearchParams({ organization_id: organizationId });
  for (const [name, value] of Object.entries(filters))
    for (const one of [value].flat()) parameters.append(name, String(one));
  return `/api/dashboard/${list}/export?${parameters.toString()}`;
}

/** The parameters `{date}_from` and `{date}_to` of days that are whole in the organization's time zone. */
export function between<Date extends string>(date: Date, { from = '', to = '' }: { from?: string; to?: string }) {
  const range = { ...(from && { [`${date}_from`]: startOfDay(from) }), ...(to && { [`${date}_to`]: endOfDay(to) }) };
  return range as Partial<Record<`${Date}_from` | `${Date}_to`, string>>;
}
