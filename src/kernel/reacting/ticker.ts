import type { Activity } from '../ports/activity.ts';
import type { Clock, Instant } from '../ports/clock.ts';
import { msOf } from '../ports/clock.ts';
import type { Command } from '../writing/command.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { dueCommand, dueProjection, type AnyDueSource, type Due } from './due.ts';
import type { ClockJumps } from './clock-jumps.ts';
import { DueSearch } from './due-search.ts';
import { isRefusal } from '../errors.ts';
import type { Log } from '../ports/log.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import { Slots } from '../coordination/slots.ts';
import { collectionOf } from '../reading/projection.ts';
import { backoff, pause } from '../coordination/waiting.ts';

const SEARCH_EVERY_MS = 1_000;
const AT_ONCE = 32;
const MAX_REMEMBERED = 10_000;
/** What has not been sent again for so long after it might have been is no longer due. */
const FORGOTTEN_AFTER_MS = 10 * 60_000;

export interface TickerPorts {
  documents: DocumentStore;
  clock: Clock;
  log: Log;
  activity?: Activity;
  dispatch: (command: Command) => Promise<unknown>;
  /** Asked before each search; by default the clock is believed. */
  jumps?: Pick<ClockJumps, 'problem'>;
}

/**
 * Sends the commands of due items, begun in the order (dueAt, kind, id) and several at once, one per entity. Time comes from the due items,
 * never from delayed jobs (docs/PROCESSES.md#due-items).
 */
export class Ticker {
  private readonly search: DueSearch;
  private readonly sources: Map<string, AnyDueSource>;
  private readonly stopping = new AbortController();
  private readonly searching = new KeyedMutex();
  private readonly entities = new KeyedMutex();
  private readonly slots = new Slots(AT_ONCE);
  /** Due items at work, by id and due time. */
  private readonly atWork = new Map<string, Promise<void>>();
  /** Due items that were sent and are still due; `until`: machine milliseconds before which they are not sent again. */
  private readonly deferred = new Map<string, { until: number; attempts: number }>();
  /** How many may be deferred before those that are no longer due are forgotten. */
  private remembered = MAX_REMEMBERED;
  private running: Promise<void> = Promise.resolve();
  private failure: string | undefined;

  constructor(
    private readonly ports: TickerPorts,
    sources: readonly AnyDueSource[],
  ) {
    const collection = collectionOf(dueProjection(sources));
    this.search = new DueSearch(ports.documents, collection, (due) => this.isDeferred(due));
    this.sources = new Map(sources.map((source) => [source.kind, source]));
  }

  start(): void {
    this.running = this.loop();
  }

  /** Why the last search for due items failed, or why they wait; undefined if it succeeded. */
  get problem(): string | undefined {
    return this.failure;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.idle();
  }

  /**
   * When the next item is due, ignoring those that just failed. Until it is known, nothing else is begun, also by `start`.
   * @param settled waits for what follows from the items that were at work
   */
  async nextDue(settled: () => Promise<unknown>): Promise<Instant | undefined> {
    return this.searching.withLock('', async () => {
      await this.idle();
      await settled();
      return (await this.search.next())?.dueAt;
    });
  }

  /** Sends a page of due items, and waits for them. @returns how many were sent */
  async tick(): Promise<number> {
    const sent = await this.send();
    await this.idle();
    return sent;
  }

  private async loop(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Does not wait for the slowest of a page.
      const sent = await this.sendUnlessHeld().catch((error: unknown) => {
        this.failure = error instanceof Error ? error.message : String(error);
        this.ports.log.error('The ticker failed: retrying', { error });
        return 0;
      });
      if (sent === 0) await pause(SEARCH_EVERY_MS, this.stopping.signal);
    }
  }

  private async sendUnlessHeld(): Promise<number> {
    const held = await this.ports.jumps?.problem();
    const sent = held === undefined ? await this.send() : 0;
    this.failure = held;
    return sent;
  }

  /** Begins a page of due items. */
  private async send(): Promise<number> {
    return this.searching.withLock('', async () => {
      if (this.deferred.size > this.remembered) this.forget();
      const page = await this.search.page(this.ports.clock.now());
      for (const due of page) {
        await this.slots.acquire();
        if (this.stopping.signal.aborted) {
          this.slots.release();
          break;
        }
        const done = this.entities.withLock(due.entity, () => this.run(due)).finally(() => this.slots.release());
        this.atWork.set(markOf(due), done);
      }
      return page.length;
    });
  }

  private async idle(): Promise<void> {
    await Promise.all(this.atWork.values());
  }

  private async run(due: Due): Promise<void> {
    const source = this.sources.get(due.kind);
    const mark = markOf(due);
    try {
      if (source) await this.ports.dispatch(dueCommand(source, due, this.ports.clock));
      this.ports.activity?.handled('due', due.kind, 1);
    } catch (error) {
      const fields = { kind: due.kind, entity: due.entity, dueAt: due.dueAt };
      if (isRefusal(error)) this.ports.log.warn('A rule refused a due item', { ...fields, code: error.code });
      else {
        this.ports.activity?.failed('due', due.kind);
        this.ports.log.error('Due item failed: retrying', { ...fields, error });
      }
    } finally {
      const attempts = (this.deferred.get(mark)?.attempts ?? 0) + 1;
      this.deferred.set(mark, { until: msOf(this.ports.clock.machineNow()) + backoff(attempts + 3), attempts });
      this.atWork.delete(mark);
    }
  }

  private forget(): void {
    const before = msOf(this.ports.clock.machineNow()) - FORGOTTEN_AFTER_MS;
    for (const [mark, { until }] of this.deferred) if (until < before) this.deferred.delete(mark);
    this.remembered = Math.max(MAX_REMEMBERED, 2 * this.deferred.size);
  }

  private isDeferred(due: Due): boolean {
    const mark = markOf(due);
    const sent = this.deferred.get(mark);
    return this.atWork.has(mark) || (sent !== undefined && sent.until > msOf(this.ports.clock.machineNow()));
  }
}

function markOf({ id, dueAt }: Due): string {
  return `${id}@${dueAt}`;
}
