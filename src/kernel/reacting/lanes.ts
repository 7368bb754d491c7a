import { KeyedMutex } from '../coordination/mutex.ts';
import { Slots } from '../coordination/slots.ts';
import { Notifier } from '../coordination/waiting.ts';
import type { Position } from '../ports/event-store.ts';
import type { Place } from './progress.ts';

const AT_ONCE = 64;
/** Events in memory whose work is not done; reading pauses at this number. */
const MOST_IN_FLIGHT = 1_000;

/** How far a log is done while its events complete in any order. */
export class Watermark {
  /** Events in work, in the order of the log, each with the place before it. */
  private readonly open = new Map<Position, Place>();

  /** @param last the last event read */
  constructor(private last: Place) {}

  /** Everything up to here is done: the checkpoint. */
  get done(): Place {
    for (const before of this.open.values()) return before;
    return this.last;
  }

  get read(): Place {
    return this.last;
  }

  get inFlight(): number {
    return this.open.size;
  }

  /** The next event, which needs work. */
  begin(place: Place & { position: Position }): void {
    this.open.set(place.position, this.last);
    this.last = place;
  }

  complete(position: Position): void {
    this.open.delete(position);
  }

  /** The next event, which needs none. */
  skip(place: Place): void {
    this.last = place;
  }
}

/**
 * Works on the events of a log in parallel lanes: those of one key in order, those of different keys at once. What is done up to where is a
 * low watermark, so that an event which takes long delays only its key and the checkpoint.
 */
export class Lanes {
  private readonly mutex = new KeyedMutex();
  private readonly slots = new Slots(AT_ONCE);
  private readonly finished = new Notifier();
  private readonly running = new Set<Promise<unknown>>();
  private readonly watermark: Watermark;

  /** @param after the last event that is done */
  constructor(
    after: Place,
    /** Called when the low watermark may have moved. */
    private readonly onProgress: () => void,
  ) {
    this.watermark = new Watermark(after);
  }

  get done(): Place {
    return this.watermark.done;
  }

  /** The last event added or skipped. */
  get read(): Place {
    return this.watermark.read;
  }

  /**
   * Adds the next event of the log. Resolves when there is room for another.
   * @param work false: it was left undone, for the next start
   */
  async add(place: Place & { position: Position }, key: string, work: () => Promise<boolean>): Promise<void> {
    this.watermark.begin(place);
    void this.run(key, async () => {
      if (!(await work())) return;
      this.watermark.complete(place.position);
      this.onProgress();
    });
    while (this.watermark.inFlight >= MOST_IN_FLIGHT && this.running.size > 0) await this.finished.next();
  }

  skip(place: Place): void {
    this.watermark.skip(place);
  }

  /** Work that is not the next event of the log, but has to wait for its key, too. */
  run(key: string, work: () => Promise<void>): Promise<void> {
    const task = this.mutex
      .withLock(key, () => this.slots.run(work))
      .finally(() => {
        this.running.delete(task);
        this.finished.ring();
      });
    this.running.add(task);
    return task;
  }

  /** Resolves when no work is left. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }
}
