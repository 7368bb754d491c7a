import { chargeStepOf } from '../../../src/kernel/currencies.ts';
import type { AccountEvent } from '../../../src/features/billing/customer-accounts/account.events.ts';
import type { OrderEvent } from '../../../src/features/billing/orders/order.events.ts';
import { billOf } from '../../../src/features/billing/pricing/bill.ts';
import type { RefundEvent } from '../../../src/features/billing/refunds/refund.events.ts';
import type { UsageEvent } from '../../../src/features/billing/usage/usage.events.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';
import { MeteredCounts, type Counted } from './metered-counts.simulation.ts';

type Order = Extract<OrderEvent, { type: 'OrderCreated' }>['data'];

/** Orders whose customers were credited something else for voided usage than a second answer from the log alone. */
export function wronglyCredited(
  events: readonly (Counted | Recorded<AccountEvent | OrderEvent | RefundEvent | UsageEvent>)[],
) {
  const orders: Order[] = [];
  const credited = new Map<string, number>();
  const unclear = new Set<string>();
  const voided = new Map<string, number>();
  const counts = new MeteredCounts();
  for (const event of events) {
    const { type, data } = event;
    counts.add(event as Counted);
    switch (type) {
      case 'OrderCreated':
        orders.push(data);
        break;
      case 'OrderVoided':
      case 'RefundSucceeded':
        unclear.add(data.orderId);
        break;
      case 'UsageCredited':
      case 'UsageCreditCanceled': {
        const change = type === 'UsageCredited' ? data.amount : -data.amount;
        credited.set(data.orderId, (credited.get(data.orderId) ?? 0) + change);
        break;
      }
      case 'UsageVoided':
        for (const { billed, value } of data.measures) {
          const key = billed && `${billed.periodId} ${billed.priceId}`;
          if (key) voided.set(key, (voided.get(key) ?? 0) + (value ?? 1));
        }
        break;
      default:
    }
  }
  return orders
    .filter(({ orderId }) => !unclear.has(orderId))
    .map((order) => ({ order, credited: credited.get(order.orderId) ?? 0, due: creditOf(order, voided, counts) }))
    .filter(({ credited, due }) => due !== undefined && credited !== due);
}

/**
 * What its metered lines would have cost less, with their tax and discount; undefined if the log has only totals of a maximum. All of these numbers are
 * exact in binary.
 */
function creditOf(
  { items, totals, ...order }: Order,
  voided: ReadonlyMap<string, number>,
  counts: MeteredCounts,
): number | undefined {
  let isKnown = true;
  const left = new Map<string, number>();
  const lines = items.map((item) => {
    if (!item.metered) return item;
    const { periodId, consumed, credited, unitAmount, capAmount } = item.metered;
    const lost = voided.get(`${periodId} ${item.priceId}`);
    const isOnce = lost !== undefined && counts.isOnce(periodId);
    const units = isOnce ? (counts.remaining(periodId) ?? NaN) : Number(consumed) - (lost ?? 0);
    isKnown &&= !Number.isNaN(units);
    const free = left.get(periodId) ?? Number(credited);
    left.set(periodId, Math.max(0, free - units));
    const amount = roundedTo(chargeStepOf(order.currency), Math.max(0, units - free) * Number(unitAmount));
    return { ...item, amount: Math.min(capAmount ?? Infinity, amount) };
  });
  if (!isKnown) return undefined;
  return Math.max(0, totals.totalAmount - billOf(lines, order.currency, order).totals.totalAmount);
}

/** Amounts of a currency are multiples of its step. */
export function roundedTo(step: number, amount: number): number {
  return Math.round(amount / step) * step;
}
