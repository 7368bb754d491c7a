import { Injectable, type StreamableFile } from '@nestjs/common';
import { csvFile } from '../../../app/http/lists/csv.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { dayOf } from '../../../kernel/ports/clock.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { customerMeterStream, type CustomerMeterEvent } from '../customer-meters/customer-meter.events.ts';
import { consumedIn, tallyOf } from '../customer-meters/metered-charges.rules.ts';
import { add, merge, NOTHING, takenBack, withoutExtremes, type Tally } from '../meters/tally.rules.ts';
import { decimalOf, numberOf, type Decimal } from '../pricing/decimal.ts';
import { UsageWindows, type WindowRow } from '../usage/usage-windows.service.ts';
import { isMetered, windowsOf, type BilledWindow, type MeteredItem } from './metered-lines.rules.ts';
import { orderStream, type MeteredLine, type OrderCreated, type OrderEvent } from './order.events.ts';
import type { MeteredLineUsage } from './orders.dto.ts';

/** Rows that the answer shows; the CSV has all. */
const SHOWN = 100;

type Order = OrderCreated['data'];
type Func = BilledWindow['cut']['data']['func'];
type Row = Omit<WindowRow, 'kind'> & { kind: WindowRow['kind'] | 'carried' };

/** A line that a meter was billed by, with where it lies in the log. */
interface Line {
  metered: MeteredLine;
  organizationId: string;
  periodStart: string;
  windows: BilledWindow[];
}

/** What metered lines of orders were computed from, down to the usage events (docs/BILLING.md#explanations). */
@Injectable()
export class MeteredLines {
  constructor(
    private readonly executor: Executor,
    private readonly usage: UsageWindows,
  ) {}

  /** @throws NotFound */
  async usageOf(orderId: string, lineId: string, scope: TenantScope): Promise<MeteredLineUsage> {
    const line = await this.line(orderId, lineId, scope);
    const { metered, windows, periodStart } = line;
    const func = windows[0]?.cut.data.func ?? 'sum';
    const shown: Row[] = [];
    const days = new Map<string, Tally>();
    let [total, late] = [NOTHING, 0];
    for await (const rows of this.rows(line))
      for (const row of rows) {
        const tally = tallyOfRow(row, func);
        total = merge(total, tally);
        const day = dayOf(row.timestamp);
        days.set(day, merge(days.get(day) ?? NOTHING, tally));
        if (row.kind === 'event' && row.timestamp < periodStart) late += 1;
        if (shown.length < SHOWN) shown.push(row);
      }
    const quantity = (tally: Tally) => numberOf(consumedIn([tally], func));
    return {
      meter_id: metered.meterId,
      func,
      consumed_units: numberOf(metered.consumed),
      measured_units: quantity(total),
      late_events: late,
      windows: windows.map(({ from, cut }) => ({
        from_event_id: from?.eventId ?? null,
        from: from?.at ?? null,
        until_event_id: cut.id,
        until: cut.metadata.occurredAt,
      })),
      days: [...days]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([day, tally]) => ({ day, quantity: quantity(tally) })),
      rows: shown.map(({ kind, eventId, name, timestamp, value }) => ({
        kind,
        event_id: eventId,
        name,
        timestamp,
        value,
      })),
    };
  }

  /** All rows; their values add up to what the line says was consumed, unless some were erased (docs/BILLING.md#metered-usage). @throws NotFound */
  async csv(orderId: string, lineId: string, scope: TenantScope): Promise<StreamableFile> {
    const line = await this.line(orderId, lineId, scope);
    const columns = {
      kind: ({ kind }: Row) => kind,
      event_id: ({ eventId }: Row) => eventId,
      timestamp: ({ timestamp }: Row) => timestamp,
      name: ({ name }: Row) => name,
      external_customer_id: ({ externalCustomerId }: Row) => externalCustomerId,
      value: (row: Row) => row.value ?? (row.kind === 'void' ? -1 : 1),
      late: ({ kind, timestamp }: Row) => kind === 'event' && timestamp < line.periodStart,
    };
    return csvFile(`usage-${lineId}`, columns, this.rows(line));
  }

  /** What a line would have consumed without all that was voided since. */
  async remaining({ organizationId, customerId }: Order, item: MeteredItem): Promise<Decimal> {
    const line = await this.lineOf(organizationId, customerId, item);
    const func = line.windows.at(-1)?.cut.data.func ?? 'sum';
    let total = NOTHING;
    for await (const rows of this.rows(line))
      for (const row of rows) if (row.voided !== 'later') total = merge(total, tallyOfRow(row, func));
    return consumedIn([total], func);
  }

  private async *rows({ organizationId, metered: { meterId }, windows }: Line): AsyncIterable<Row[]> {
    for (const { from, cut, carried } of windows) {
      const { owners, revision } = cut.data;
      const meter = { meterId, revision };
      const [begin, until] = [from?.begin ?? null, cut.position];
      yield carried.map((units) => ({
        kind: 'carried' as const,
        eventId: from?.eventId ?? cut.id,
        name: '',
        timestamp: from?.at ?? cut.metadata.occurredAt,
        externalCustomerId: null,
        value: numberOf(units),
        voided: null,
      }));
      yield* this.usage.rows({ organizationId, owners, meter, begin, until });
    }
  }

  private async line(orderId: string, lineId: string, scope: TenantScope): Promise<Line> {
    const [created] = await this.executor.load<OrderEvent>(orderStream(orderId), scope);
    if (created?.type !== 'OrderCreated') throw new NotFound();
    const { organizationId, customerId, items } = created.data;
    const item = items.find(({ id }) => id === lineId);
    if (!item || !isMetered(item)) throw new NotFound();
    return this.lineOf(organizationId, customerId, item);
  }

  private async lineOf(organizationId: string, customerId: string, item: MeteredItem): Promise<Line> {
    const { metered, priceId, period } = item;
    const stream = customerMeterStream(customerId, metered.meterId);
    const events = await this.executor.load<CustomerMeterEvent>(stream, { organizationIds: [organizationId] });
    const windows = windowsOf(events, { periodId: metered.periodId, priceId: priceId! });
    return { metered, organizationId, periodStart: period!.start, windows };
  }
}

/** Without its extremes if it was voided in its period: counts and sums are taken off by the void. */
function tallyOfRow({ kind, value, voided }: Row, func: Func): Tally {
  if (kind === 'event') return voided === 'within' ? withoutExtremes(add(NOTHING, value)) : add(NOTHING, value);
  if (kind === 'void') return takenBack(value === null ? null : 0 - value);
  return value === null ? NOTHING : tallyOf(decimalOf(value), func);
}
