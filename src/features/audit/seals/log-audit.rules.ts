import type { Instant } from '../../../kernel/ports/clock.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { BEGINNING, chained, type ChainedEvent } from './chain.rules.ts';
import type { HourSeal, Seal } from './seal.events.ts';

/** Where an event is: its number in the log, from 1, and its place in its stream. */
export interface EventPlace {
  number: number;
  stream: string;
  revision: number;
  type: string;
  recordedAt: Instant;
}

/** A seal that the log is compared with, and where it was kept; `event` is its place in the log. */
export type KeptSeal = Seal &
  (
    | { kept: 'log'; hour: Instant; event: EventPlace }
    | { kept: 'vault' | 'elsewhere'; hour?: Instant; event?: undefined }
  );

/** A run of events, some of which were changed. */
export interface Span {
  events: number;
  first: EventPlace | undefined;
  last: EventPlace | undefined;
  /** Their streams. */
  streams: ReadonlySet<string>;
  /** Events that do not follow the previous revision of their stream. */
  misplaced: readonly EventPlace[];
}

export interface Fault {
  /** `changed`: not what was sealed; `cut`: the log ends earlier; `gone`: the log is what was sealed but no longer contains the seal. */
  kind: 'changed' | 'cut' | 'gone';
  seal: KeptSeal;
  /** The previous seal: the log is intact up to it, or has another fault there. */
  after: KeptSeal | undefined;
  span: Span;
  /** How many of the sealed events are missing, at least. */
  missing: number;
}

export interface Findings {
  events: number;
  /** Seals in the log that match. */
  seals: number;
  /** The last of them. */
  last: KeptSeal | undefined;
  /** How many events follow the last seal. */
  unsealed: number;
  faults: readonly Fault[];
}

export function placeOf(event: ChainedEvent, number: number): EventPlace {
  const { stream, revision, type, metadata } = event;
  return { number, stream, revision, type, recordedAt: metadata.recordedAt };
}

/** A seal in the log itself, to be collected before the audit: it covers the events before it. */
export function sealIn(event: StoredEvent, number: number): KeptSeal | undefined {
  if (event.type !== 'LogSealed') return undefined;
  const { count, seal, hour } = event.data as unknown as HourSeal;
  return { count, seal, hour, kept: 'log', event: placeOf(event, number) };
}

/**
 * Chains the log again and compares it with seals. An edited, removed or swapped event shows at the next seal; a log whose end was cut off
 * or that was sealed again shows only at a seal that was kept elsewhere. After a seal that does not match, the audit goes on from that
 * seal, so that each fault is reported once, with the two seals that it lies between.
 */
export class LogAudit {
  private readonly toCompare = new Map<number, KeptSeal[]>();
  private readonly inLog: ReadonlySet<number>;
  private readonly faults: Fault[] = [];
  private chain = BEGINNING;
  private number = 0;
  private held: { seals: number; last: KeptSeal | undefined } = { seals: 0, last: undefined };
  private after: KeptSeal | undefined;
  private span = new GrowingSpan();

  constructor(
    private readonly key: Buffer,
    seals: readonly KeptSeal[],
  ) {
    // Those in the log first: where one does not match, others are compared with it.
    const ofLog = seals.filter(({ kept }) => kept === 'log');
    for (const seal of [...ofLog, ...seals.filter(({ kept }) => kept !== 'log')])
      this.toCompare.set(seal.count, [...(this.toCompare.get(seal.count) ?? []), seal]);
    this.inLog = new Set(ofLog.map(({ count }) => count));
  }

  /** The log's next event. */
  take(event: StoredEvent): void {
    this.number += 1;
    if (event.type === 'LogSealed') this.passSeal(event.data as unknown as HourSeal);
    this.span.add(placeOf(event, this.number));
    this.chain = chained(this.key, this.chain, event);
    for (const seal of this.compared(this.chain.count)) this.compare(seal);
  }

  /** After the last event. */
  findings(): Findings {
    for (const seal of [...this.toCompare.values()].flat()) {
      const missing = seal.count - this.chain.count;
      this.fail(missing > 0 ? 'cut' : 'changed', seal, Math.max(0, missing));
    }
    const { seals, last } = this.held;
    const unsealed = this.number - (last?.event?.number ?? 0);
    return { events: this.number, seals, last, unsealed, faults: this.faults };
  }

  private compare(seal: KeptSeal): void {
    const holds = seal.seal === this.chain.seal;
    if (!holds) this.fail('changed', seal);
    if (seal.kept === 'log') {
      if (holds) this.held = { seals: this.held.seals + 1, last: seal };
      this.goOn(seal);
    } else if (holds && !this.inLog.has(seal.count)) this.fail('gone', seal);
  }

  /** A seal that has not been compared: there were more events before it than now, or it was changed itself. */
  private passSeal({ count }: HourSeal): void {
    const missing = count - this.chain.count;
    for (const seal of this.compared(count)) {
      if (seal.kept !== 'log') this.compare(seal);
      else {
        this.fail('changed', seal, Math.max(0, missing));
        if (missing > 0) this.goOn(seal);
      }
    }
  }

  private compared(count: number): KeptSeal[] {
    const seals = this.toCompare.get(count) ?? [];
    this.toCompare.delete(count);
    return seals;
  }

  private goOn(after: KeptSeal): void {
    this.after = after;
    this.chain = { count: after.count, seal: after.seal };
    this.span = new GrowingSpan();
  }

  private fail(kind: Fault['kind'], seal: KeptSeal, missing = 0): void {
    this.faults.push({ kind, seal, after: this.after, span: this.span, missing });
  }
}

class GrowingSpan implements Span {
  events = 0;
  first: EventPlace | undefined;
  last: EventPlace | undefined;
  readonly misplaced: EventPlace[] = [];
  private readonly revisions = new Map<string, number>();

  get streams(): ReadonlySet<string> {
    return new Set(this.revisions.keys());
  }

  add(place: EventPlace): void {
    const { stream, revision } = place;
    const before = this.revisions.get(stream);
    if (before !== undefined && revision !== before + 1) this.misplaced.push(place);
    this.revisions.set(stream, revision);
    this.events += 1;
    this.first ??= place;
    this.last = place;
  }
}
