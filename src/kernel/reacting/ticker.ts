import type { Clock, Instant } from '../ports/clock.ts';
import { msOf } from '../ports/clock.ts';
import type { Command } from '../writing/command.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { dueCommand, dueProjection, type AnyDueSource, type Due } from './due.ts';
import { isRefusal } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import { collectionOf } from '../reading/projection.ts';
import { backoff, pause } from '../coordination/waiting.ts';

const SEARCH_EVERY_MS = 1_000;
const PAGE = 200;
const MAX_REMEMBERED = 10_000;

export interface TickerPorts {
  documents: DocumentStore;
  clock: Clock;
  log: Log;
  dispatch: (command: Command) => Promise<unknown>;
}

/** Sends the commands of due items, in the order (dueAt, kind, entity). Time comes from the due items, never from delayed jobs (docs/PROCESSES.md#due-items). */
export class Ticker {
  private readonly collection;
  private readonly sources: Map<string, AnyDueSource>;
  private readonly stopping = new AbortController();
  private readonly mutex = new KeyedMutex();
  /** Due items that were sent and are still due, by id and due time; `until`: machine milliseconds before which they are not sent again. */
  private readonly deferred = new Map<string, { until: number; attempts: number }>();
  private running: Promise<void> = Promise.resolve();
  private failure: string | undefined;

  constructor(
    private readonly ports: TickerPorts,
    sources: readonly AnyDueSource[],
  ) {
    this.collection = collectionOf(dueProjection(sources));
    this.sources = new Map(sources.map((source) => [source.kind, source]));
  }

  start(): void {
    this.running = this.loop();
  }

  /** Why the last search for due items failed; undefined if it succeeded. */
  get problem(): string | undefined {
    return this.failure;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** When the next item is due, ignoring those that just failed. */
  async nextDue(): Promise<Instant | undefined> {
    return (await this.ready())[0]?.dueAt;
  }

  /** Sends a page of due items. @returns how many were sent */
  async tick(): Promise<number> {
    return this.mutex.withLock('', async () => {
      const ready = await this.ready(this.ports.clock.now());
      for (const due of ready) await this.run(due);
      return ready.length;
    });
  }

  private async loop(): Promise<void> {
    const succeeded = (sent: number): number => {
      this.failure = undefined;
      return sent;
    };
    while (!this.stopping.signal.aborted) {
      const sent = await this.tick().then(succeeded, (error: unknown) => {
        this.failure = error instanceof Error ? error.message : String(error);
        this.ports.log.error('The ticker failed: retrying', { error });
        return 0;
      });
      if (sent === 0) await pause(SEARCH_EVERY_MS, this.stopping.signal);
    }
  }

  private async run(due: Due): Promise<void> {
    const source = this.sources.get(due.kind);
    const mark = `${due.id}@${due.dueAt}`;
    const attempts = (this.deferred.get(mark)?.attempts ?? 0) + 1;
    this.deferred.set(mark, { until: msOf(this.ports.clock.machineNow()) + backoff(attempts + 3), attempts });
    if (!source) return;
    try {
      await this.ports.dispatch(dueCommand(source, due, this.ports.clock));
    } catch (error) {
      const fields = { kind: due.kind, entity: due.entity, dueAt: due.dueAt };
      if (isRefusal(error)) this.ports.log.warn('A rule refused a due item', { ...fields, code: error.code });
      else this.ports.log.error('Due item failed: retrying', { ...fields, error });
    }
  }

  private isDeferred(due: Due): boolean {
    const mark = this.deferred.get(`${due.id}@${due.dueAt}`);
    return mark !== undefined && mark.until > msOf(this.ports.clock.machineNow());
  }

  /** The first page with due items that did not just fail; those that did may fill whole pages before it. */
  private async ready(until?: Instant): Promise<Due[]> {
    if (this.deferred.size > MAX_REMEMBERED) this.deferred.clear();
    for (let skip = 0; ; skip += PAGE) {
      const { items } = await this.ports.documents.find<Due>(this.collection, {
        where: until === undefined ? undefined : { lte: ['dueAt', until] },
        sort: [
          { field: 'dueAt', direction: 'asc' },
          { field: 'kind', direction: 'asc' },
        ],
        skip,
        limit: PAGE,
      });
      const ready = items.filter((due) => !this.isDeferred(due));
      if (ready.length > 0 || items.length < PAGE) return ready;
    }
  }
}
