import type { DomainEvent } from './events.ts';
import type { History } from './history.ts';

/** Of all histories, in characters of their events as JSON: some 60 MB. */
const MAX_SIZE = 20_000_000;
/** A history of more than a share is read whole each time, so that one stream does not replace all others. */
const SHARES = 8;
/** A state with a snapshot is remembered up to this share, because reading it again costs more than reading what it displaces. */
const STATE_SHARES = 2;

export interface Kept<E extends DomainEvent = DomainEvent> {
  history: History<E>;
  /** Of its events as JSON, in characters. */
  size: number;
  /** The persons whose keys have opened its personal fields. */
  subjects: ReadonlySet<string>;
}

/** Streams that were read lately; the one unused for longest goes first. Never the truth: what is newer is always read from the log. */
export class Histories {
  private readonly kept = new Map<string, Kept>();
  private size = 0;

  constructor(private readonly maxSize = MAX_SIZE) {}

  get<E extends DomainEvent>(stream: string): Kept<E> | undefined {
    const found = this.kept.get(stream);
    if (!found) return undefined;
    this.kept.delete(stream);
    this.kept.set(stream, found);
    return found as unknown as Kept<E>;
  }

  put<E extends DomainEvent>(stream: string, kept: Kept<E>): void {
    this.drop(stream);
    const shares = kept.history.startsAfter === undefined ? SHARES : STATE_SHARES;
    if (kept.size > this.maxSize / shares) return;
    this.kept.set(stream, kept as unknown as Kept);
    this.size += kept.size;
    for (const oldest of this.kept.keys()) {
      if (this.size <= this.maxSize) break;
      this.drop(oldest);
    }
  }

  drop(stream: string): void {
    this.size -= this.kept.get(stream)?.size ?? 0;
    this.kept.delete(stream);
  }
}
