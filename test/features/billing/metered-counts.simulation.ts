import type { CustomerMeterEvent } from '../../../src/features/billing/customer-meters/customer-meter.events.ts';
import type { SubscriptionEvent } from '../../../src/features/billing/subscriptions/subscription.events.ts';
import type { UsageRemeasured } from '../../../src/features/billing/usage/remeasuring/remeasuring.events.ts';
import type { UsageEvent } from '../../../src/features/billing/usage/usage.events.ts';
import type { Recorded } from '../../../src/kernel/writing/events.ts';

export type Counted = Recorded<CustomerMeterEvent | SubscriptionEvent | UsageEvent | UsageRemeasured>;
type Closed = Extract<CustomerMeterEvent, { type: 'MeterPeriodClosed' }>['data'];

/** What lies between two cuts. */
interface Stretch {
  /** The cut that it begins with. */
  begin: string | null;
  /** Of events, by id. */
  values: Map<string, number>;
  /** What has no single event: past usage, voids of billed usage, and what could not be taken off before. */
  more: number;
  /** Whether all is known event by event. */
  isWhole: boolean;
}

/** What a period should be billed for. */
export interface Expected {
  periodId: string;
  /** Units; undefined if the log has only totals of what an extreme or average is of. */
  consumed: number | undefined;
  /** How many of them can be paid for already: by credits, and by what was taken back at another price. */
  credited: number;
}

/** A second answer to what periods come to, from the values in the log alone: open and closed as its cuts say. */
export class MeteredCounts {
  readonly expected: Expected[] = [];
  /** By owner, meter and revision. */
  private readonly open = new Map<string, Stretch[]>();
  /** The price of each stretch that ended, by owner, meter and the cut that ended it. */
  private readonly prices = new Map<string, (string | undefined)[]>();
  private readonly cuts = new Map<string, string[]>();
  private readonly credits = new Map<string, number>();
  private readonly voided = new Set<string>();
  /** Of periods that are billed once: a maximum, minimum or average. */
  private readonly once = new Map<string, { parts: Stretch[][]; func: Closed['func'] }>();

  add({ type, data }: Counted): void {
    switch (type) {
      case 'UsageIngested':
        for (const [index, { owner, measures = [] }] of data.events.entries())
          for (const [place, value] of measures) {
            const { customerId, externalKey } = data.owners[owner]!;
            const { meterId, revision } = data.meters[place]!;
            const id = `${data.ingestId.slice(0, -3)}${(data.first + index).toString(16).padStart(3, '0')}`;
            this.last(`${customerId ?? externalKey} ${meterId}`, revision).values.set(id, value ?? 1);
          }
        break;
      case 'UsageRemeasured':
        for (const { owner, since = [] } of data.owners)
          for (const [cut, tally] of since) {
            const stretches = this.stretches(`${owner} ${data.meterId}`, data.revision);
            const stretch = stretches.find(({ begin }) => begin === cut);
            if (!stretch) continue;
            stretch.more += data.func === 'count' ? tally.count : Number(tally.sum);
            stretch.isWhole = false;
          }
        break;
      case 'UsageVoided':
        this.voided.add(data.eventId);
        for (const { meterId, revision, value, isTakenOff } of data.measures)
          if (isTakenOff)
            this.last(`${data.owner.customerId ?? data.owner.externalKey} ${meterId}`, revision).more -= value ?? 1;
        break;
      case 'MeterUsageKept':
        for (const { owner, measured } of data.owners)
          for (const { revision, func, tally } of measured) {
            const stretch = this.stretches(`${owner} ${data.meterId}`, revision).find(
              ({ begin }) => begin === data.periodId,
            );
            if (!stretch) continue;
            stretch.more += func === 'count' ? tally.count : Number(tally.sum);
            stretch.isWhole = false;
          }
        break;
      case 'MeterUsageCarried':
        this.last(`${data.customerId} ${data.meterId}`, data.revision).more += Number(data.units);
        break;
      case 'MeterCredited': {
        const key = `${data.customerId} ${data.meterId}`;
        const credited = (this.credits.get(key) ?? 0) + data.units;
        this.credits.set(key, data.isUnearned ? credited : Math.max(credited, Math.min(0, credited - data.units)));
        break;
      }
      case 'MeterPeriodClosed':
        this.close(data);
        break;
      default:
    }
  }

  /** Whether a period is billed once. */
  isOnce(periodId: string): boolean {
    return this.once.has(periodId);
  }

  /** What such a period comes to without all that was voided until now, also since it was billed; undefined as in `Expected`. */
  remaining(periodId: string): number | undefined {
    const { parts, func } = this.once.get(periodId)!;
    return this.extremeOf(parts, func);
  }

  private close(cut: Closed): void {
    const { owners, meterId, customerId, periodId, ends, billing, revision, func } = cut;
    const key = `${customerId} ${meterId}`;
    const prices = [...(this.prices.get(key) ?? []), billing?.price.id];
    const keys = owners.map((owner) => `${owner} ${meterId}`);
    if (ends === 'price') {
      this.prices.set(key, prices);
      for (const one of keys) {
        this.cuts.set(one, [...(this.cuts.get(one) ?? []), periodId]);
        for (const [name, stretches] of this.open)
          if (name.startsWith(`${one} `)) stretches.push(emptyStretch(periodId));
      }
      return;
    }
    const parts = keys.map((one) => this.stretches(one, revision));
    if (billing) {
      const isOnce = func !== 'count' && func !== 'sum';
      if (isOnce) this.once.set(periodId, { parts, func });
      const units = !isOnce ? unitsByPrice(parts, prices) : [this.extremeOf(parts, func)];
      const [consumed, back] = [sumOf(units, 1), sumOf(units, -1)];
      this.expected.push({ periodId, consumed, credited: (this.credits.get(key) ?? 0) + (back ?? 0) });
    }
    this.prices.delete(key);
    this.credits.delete(key);
    for (const one of keys) {
      this.cuts.set(one, [periodId]);
      for (const name of this.open.keys()) if (name.startsWith(`${one} `)) this.open.delete(name);
    }
  }

  private extremeOf(parts: Stretch[][], func: Closed['func']): number | undefined {
    if (func === 'avg' || parts.flat().some(({ isWhole }) => !isWhole)) return undefined;
    const values = parts.flat().flatMap((one) => [...one.values].filter(([id]) => !this.voided.has(id)));
    const of = func === 'max' ? Math.max : Math.min;
    return values.length === 0 ? 0 : of(...values.map(([, value]) => value));
  }

  private last(key: string, revision: number): Stretch {
    return this.stretches(key, revision).at(-1)!;
  }

  private stretches(key: string, revision: number): Stretch[] {
    const name = `${key} ${revision}`;
    const cuts = this.cuts.get(key) ?? [null];
    const known = this.open.get(name) ?? cuts.map(emptyStretch);
    this.open.set(name, known);
    return known;
  }
}

function emptyStretch(begin: string | null): Stretch {
  return { begin, values: new Map(), more: 0, isWhole: true };
}

function unitsByPrice(parts: Stretch[][], prices: (string | undefined)[]): number[] {
  const units = new Map<string | undefined, number>();
  for (const stretches of parts)
    stretches.forEach(({ values, more }, at) => {
      // All end with the period; a customer's other key may have come in between.
      const price = prices.at(at - stretches.length);
      units.set(
        price,
        [...values.values()].reduce((sum, one) => sum + one, (units.get(price) ?? 0) + more),
      );
    });
  return [...units.values()];
}

/** Of those above 0, or of those below. */
function sumOf(units: (number | undefined)[], sign: 1 | -1): number | undefined {
  return units.reduce((sum, one) => (one === undefined ? one : (sum ?? 0) + Math.max(0, sign * one)), 0);
}
