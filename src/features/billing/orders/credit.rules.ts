import { chargeStepOf } from '../../../kernel/currencies.ts';
import { sum } from '../../../kernel/money.ts';
import type { TakenBack } from '../customer-accounts/account.rules.ts';
import { taxShareOf } from '../pricing/bill.ts';
import { evenProportionOf, floorProportionOf } from '../pricing/exact.ts';
import type { OrderCreated, OrderItem, OrderLine } from './order.events.ts';

type Order = OrderCreated['data'];

/** An order that a later one takes lines back of (docs/BILLING.md#what-a-credit-takes-back). */
export interface Origin {
  order: Order;
  isPaid: boolean;
  /** What refunds have given back of it, in minor units with tax. */
  refunded: number;
}

/** By order. */
export type Origins = ReadonlyMap<string, Origin>;

/** The orders that lines take something back of. */
export function originsIn(orderId: string, lines: readonly OrderLine[]): string[] {
  const origins = lines.flatMap(({ takesBack }) => takesBack?.orderId ?? []);
  return [...new Set(origins)].filter((origin) => origin !== orderId);
}

/** Lines below 0 as what they take back allows: at most what was paid and is left of it, with the tax that it had. */
export function creditedLines(lines: readonly OrderLine[], origins: Origins): OrderLine[] {
  return lines.map((line) => {
    const origin = line.takesBack && origins.get(line.takesBack.orderId);
    return origin ? creditedLine(line, origin) : line;
  });
}

/** What lines take back of other orders, for the customer's account. */
export function takenBackBy(items: readonly OrderItem[], origins: Origins): TakenBack[] {
  return [...origins].flatMap(([orderId, { order }]) => {
    const own = items.filter(({ takesBack }) => takesBack?.orderId === orderId);
    const amount = 0 - sum(own.map(({ amount: net, taxAmount }) => net + taxAmount));
    return amount === 0 ? [] : [{ orderId, billed: soldBy(order), amount }];
  });
}

function creditedLine(line: OrderLine, { order, ...origin }: Origin): OrderLine {
  const step = chargeStepOf(order.currency);
  const sold = soldAs(order, line.takesBack!.lineId);
  const [billed, left] = [soldBy(order), leftOf(order, origin)];
  const leftOfLine = (amount: number) =>
    billed === 0 ? 0 : floorProportionOf(amount, BigInt(left), BigInt(billed), left === billed ? 1 : step);
  const [net, tax] = [leftOfLine(sold.net), leftOfLine(sold.tax)];
  const amount = Math.min(0 - line.amount, net);
  const share = amount === 0 ? 0 : evenProportionOf(amount, BigInt(sold.tax), BigInt(sold.net), step);
  const taxAmount = amount === net ? tax : Math.min(share, tax);
  const takesBack = {
    ...line.takesBack!,
    tax: taxShareOf(order.tax, 0 - taxAmount, order.currency),
    place: order.place,
  };
  return { ...line, amount: 0 - amount, takesBack };
}

/** What an order sold, without what it took back of earlier ones, in minor units with tax. */
function soldBy(order: Order): number {
  const sold = order.items.filter(
    ({ takesBack }) => takesBack?.orderId === undefined || takesBack.orderId === order.orderId,
  );
  return sum(sold.map(totalOf));
}

/** What was paid of it and not refunded. What it took back of earlier orders pays for it, too. */
function leftOf(order: Order, { isPaid: wasPaid, refunded }: Omit<Origin, 'order'>): number {
  const unpaid = wasPaid ? 0 : Math.max(0, order.totals.totalAmount);
  return Math.max(0, soldBy(order) - unpaid - refunded);
}

/** A line without what its own order took back of it. */
function soldAs({ orderId, items }: Order, lineId: string): { net: number; tax: number } {
  const parts = items.filter(
    ({ id, takesBack }) => id === lineId || (takesBack?.orderId === orderId && takesBack.lineId === lineId),
  );
  return { net: sum(parts.map(netOf)), tax: sum(parts.map(({ taxAmount }) => taxAmount)) };
}

function netOf({ amount, discountAmount }: OrderItem): number {
  return amount - discountAmount;
}

function totalOf(item: OrderItem): number {
  return netOf(item) + item.taxAmount;
}
