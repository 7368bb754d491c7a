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

interface Entry {
  kept: Kept;
  /** Since it was last looked at for dropping. */
  isUsed: boolean;
}

/**
 * Streams that were read lately; those unused for longest go first. Never the truth: what is newer is always read from the log. A use is only
 * marked: a key that is taken out of a map and put back again and again makes V8 search its past entries, one by one.
 */
export class Histories {
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  constructor(private readonly maxSize = MAX_SIZE) {}

  get<E extends DomainEvent>(stream: string): Kept<E> | undefined {
    const found = this.entries.get(stream);
    if (!found) return undefined;
    found.isUsed = true;
    return found.kept as unknown as Kept<E>;
  }

  put<E extends DomainEvent>(stream: string, kept: Kept<E>): void {
    const shares = kept.history.startsAfter === undefined ? SHARES : STATE_SHARES;
    if (kept.size > this.maxSize / shares) return this.drop(stream);
    const known = this.entries.get(stream);
    this.size += kept.size - (known?.kept.size ?? 0);
    if (known) Object.assign(known, { kept, isUsed: true });
    else this.entries.set(stream, { kept: kept as unknown as Kept, isUsed: false });
    if (this.size > this.maxSize) this.dropUnused();
  }

  drop(stream: string): void {
    this.size -= this.entries.get(stream)?.kept.size ?? 0;
    this.entries.delete(stream);
  }

  private dropUnused(): void {
    for (const [stream, entry] of this.entries) {
      if (this.size <= this.maxSize) return;
      this.drop(stream);
      if (entry.isUsed) this.putBack(stream, entry);
    }
  }

  private putBack(stream: string, { kept }: Entry): void {
    this.entries.set(stream, { kept, isUsed: false });
    this.size += kept.size;
  }
}
