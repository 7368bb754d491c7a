import { WrongExpectedRevision } from '../../src/kernel/errors.ts';
import type {
  Appended,
  EventStore,
  NewStoredEvent,
  Position,
  StoredEvent,
} from '../../src/kernel/ports/event-store.ts';
import type { Network } from './network.ts';
import type { SeededRandom } from './random.ts';
import type { Owner } from './scheduler.ts';

const LOG = 'The log';

/** The log as a process sees it: its reads may lag behind what other processes have appended, until they are refreshed. */
export class RemoteEventStore implements EventStore {
  /** Reads show at least the events up to here. */
  private shown: Position | undefined;
  /** Reads that begin while it is under way show what it finds. */
  private refreshing: Promise<void> = Promise.resolve();

  /** @param lagging how likely a read shows only that, from 0 to 1 */
  constructor(
    private readonly store: EventStore,
    private readonly network: Network,
    private readonly caller: Owner,
    private readonly random: SeededRandom,
    private readonly lagging: number,
  ) {}

  async append(stream: string, events: readonly NewStoredEvent[], expected: number | 'none'): Promise<Appended> {
    const sent = structuredClone(events);
    try {
      const appended = await this.call(() => this.store.append(stream, sent, expected));
      this.show(appended.position);
      return appended;
    } catch (error) {
      // The server that refuses knows what is newer.
      if (error instanceof WrongExpectedRevision) await this.refresh();
      throw error;
    }
  }

  async read(stream: string, from?: number, limit?: number): Promise<StoredEvent[]> {
    const visible = this.visible();
    const events = await this.call(() => this.store.read(stream, from, limit));
    return events.filter(await visible());
  }

  async last(stream: string): Promise<StoredEvent | undefined> {
    const visible = this.visible();
    const events = await this.call(() => this.store.read(stream));
    return events.filter(await visible()).at(-1);
  }

  at(position: Position): Promise<StoredEvent | undefined> {
    return this.call(() => this.store.at(position));
  }

  end(): Promise<Position | undefined> {
    return this.call(() => this.store.end());
  }

  refresh(): Promise<void> {
    const refreshed = this.end().then((end) => this.show(end));
    this.refreshing = refreshed.catch(() => undefined);
    return refreshed;
  }

  async *subscribe(
    after: Position | undefined,
    signal: AbortSignal,
    types?: ReadonlySet<string>,
  ): AsyncIterable<StoredEvent[]> {
    const batches = this.store.subscribe(after, signal, types)[Symbol.asyncIterator]();
    for (;;) {
      // Waits at the server; only the way of the batch to the reader takes time.
      const { value, done } = await batches.next();
      if (done) return;
      const batch = value as StoredEvent[];
      yield await this.call(() => Promise.resolve(batch));
      this.show(batch.at(-1)!.position);
    }
  }

  private call<T>(task: () => Promise<T>): Promise<T> {
    return this.network.call(this.caller, LOG, task);
  }

  private show(position: Position | undefined): void {
    if (position !== undefined && position > (this.shown ?? '')) this.shown = position;
  }

  /** @returns decides, once the events have been read, which of them a read shows that begins now */
  private visible(): () => Promise<(event: StoredEvent) => boolean> {
    if (this.network.isCalm || !this.random.chance(this.lagging)) return () => Promise.resolve(() => true);
    const { refreshing } = this;
    return async () => {
      await refreshing;
      const { shown = '' } = this;
      return ({ position }) => position <= shown;
    };
  }
}
