import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { CustomerMeterEvent, MeterPeriodClosed } from '../customer-meters/customer-meter.events.ts';
import { beginAt } from '../customer-meters/closings.rules.ts';
import { isAdditive } from '../customer-meters/metered-charges.rules.ts';
import type { Begin } from '../meters/period-begin.rules.ts';
import type { Decimal } from '../pricing/decimal.ts';
import type { OrderItem } from './order.events.ts';

type Cut = Recorded<MeterPeriodClosed>;

/** A line that a meter was billed by. */
export type MeteredItem = OrderItem & Required<Pick<OrderItem, 'metered'>>;

/** A part of a period that a line bills: what lies between two cuts. */
export interface BilledWindow {
  /** The cut that it begins after; null if it is the first. */
  from: { eventId: string; at: string; begin: Begin } | null;
  cut: Cut;
  /** What earlier voids left to take off, in units: below 0, or 0. */
  carried: readonly Decimal[];
}

/** The windows of a line: those of its period with its price; all of them if the period was billed once, at the last price. */
export function windowsOf(
  events: readonly Recorded<CustomerMeterEvent>[],
  { periodId, priceId }: { periodId: string; priceId: string },
): BilledWindow[] {
  const cuts = events.filter((event): event is Cut => event.type === 'MeterPeriodClosed');
  const end = cuts.findIndex(({ data }) => data.periodId === periodId);
  if (end < 0) return [];
  const start = cuts.slice(0, end).findLastIndex(({ data }) => data.ends === 'period') + 1;
  const isBilledByPrice = isAdditive(cuts[end]!.data.func);
  const billedUntil = cuts.slice(0, start).findLast(isBill)?.position ?? null;
  return cuts.slice(start, end + 1).flatMap((cut, at): BilledWindow[] => {
    if (isBilledByPrice && cut.data.billing?.price.id !== priceId) return [];
    const before = cuts[start + at - 1] ?? null;
    const from = before && windowFrom(before, billedUntil);
    const carried = events.flatMap(({ type, data, position }) =>
      type === 'MeterUsageCarried' && position <= cut.position && (from === null || position > from.begin.position)
        ? [data.units]
        : [],
    );
    return [{ from, cut, carried }];
  });
}

function isBill({ data: { ends, billing } }: Cut): boolean {
  return ends === 'period' && billing !== null;
}

function windowFrom(cut: Cut, billedUntil: Position | null): NonNullable<BilledWindow['from']> {
  return { eventId: cut.id, at: cut.metadata.occurredAt, begin: beginAt(cut, billedUntil) };
}

/** The lines that bill a period of a meter; one, unless it is a count or a sum. */
export function itemsOf({ items }: { items: readonly OrderItem[] }, periodId: string): MeteredItem[] {
  return items.filter(isMetered).filter(({ metered }) => metered.periodId === periodId);
}

export function isMetered(item: OrderItem): item is MeteredItem {
  return item.metered !== undefined;
}
