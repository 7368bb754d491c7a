import { pause, PositionWaiter, retryAfter } from '../coordination/waiting.ts';
import { LongWork } from '../coordination/long-work.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import type { Activity } from '../ports/activity.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import { following } from '../coordination/following.ts';
import { BATCH_SIZE, type EventStore, type Position, type StoredEvent } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import { isReadable, type Codec } from '../writing/codec.ts';
import { BatchWriter, TooManyPages } from './batch-writer.ts';
import { Builder } from './builder.ts';
import { Checkpoints } from './checkpoints.ts';
import type { ProjectionGroup } from './groups.ts';
import { allOf, Members, type ProjectionStatus } from './members.ts';
import { Passes, type Place } from './passes.ts';
import { Progress, type ProgressReport } from './progress.ts';
import { collectionOf, firstUnreadable, isErasure, type AnyProjection } from './projection.ts';
import { SoloReader } from './solo-reader.ts';
import { TombstoneSweeper } from './tombstone-sweeper.ts';

const HEARTBEAT_MS = 1_000;
const DEFERRED_MS = 100;
const SWEEP_MS = 3_600_000;
/** Held while the batches of current projections are taken in, or projections join or leave these. */
const TOGETHER = 'together';
/** Whose events come by the thousand and change the same documents. */
const RESTING: ProjectionGroup = 'usage';
/** A batch that takes longer is work enough to wait for more events, which cost less when they are folded together. */
const LONG_BATCH_MS = 5;
/** So many times as long as the batch took. */
const REST = 3;
/** Those who wait in other processes cannot cut it short. */
const REST_WHEN_WATCHED = 1;
const MAX_REST_MS = 100;
/** One event may change any number of documents: beyond so many pages, the projection continues alone, and the others do not wait. */
const SHARED_PAGES = 10;

export interface ProjectorPorts {
  store: EventStore;
  codec: Codec;
  documents: DocumentStore;
  clock: Clock;
  log: Log;
  telemetry: Telemetry;
  activity?: Activity;
  /** Other processes watch the checkpoint: it is saved with each batch, also if no document changes. */
  watched?: boolean;
}

/**
 * Reads the log once for a group of projections and hands each batch to all that are current; these share a checkpoint, saved with their
 * documents. A projection that is behind or has failed is built beside them, with its own checkpoint, and joins the others when it has caught up
 * (docs/READ_MODELS.md#projecting).
 */
export class Projector {
  private readonly members: Members;
  private readonly checkpoints: Checkpoints;
  private readonly writer: BatchWriter;
  private readonly builder: Builder;
  private readonly sweeper: TombstoneSweeper;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private readonly mutex = new KeyedMutex();
  private readonly waiters = new PositionWaiter();
  private following: Progress | undefined;
  private timers: NodeJS.Timeout[] = [];

  /**
   * @param work shared with the projectors of other groups
   * @param beside the release for which the projections are built beside a group that another release leads
   */
  constructor(
    private readonly ports: ProjectorPorts,
    private readonly group: ProjectionGroup,
    projections: readonly AnyProjection[],
    private readonly passes = new Passes(ports),
    private readonly work = new LongWork(),
    beside?: string,
  ) {
    const { signal } = this.stopping;
    this.members = new Members(projections);
    this.checkpoints = new Checkpoints(ports, this.members, group, beside);
    this.checkpoints.lost.addEventListener('abort', () => this.stopping.abort());
    this.writer = new BatchWriter(ports, this.members, work, () => this.checkpoints.confirm());
    this.sweeper = new TombstoneSweeper(ports, this.members);
    const solo = new SoloReader(passes, this.writer, this.checkpoints, signal);
    this.builder = new Builder({ ...ports, passes }, this.members, this.checkpoints, solo, {
      position: () => this.position,
      together: (task) => this.together(task),
      inBackground: (task) => this.inBackground(task),
      failed: () => this.failed(),
      signal,
    });
  }

  /** Position that all current projections have passed. */
  get position(): Position | undefined {
    return this.waiters.position;
  }

  /** Another process builds its projections by now, so that this one has ended. */
  get isLost(): boolean {
    return this.checkpoints.isLost;
  }

  /** Why the last sweep of tombstones failed; undefined if it succeeded. */
  get sweepFailure(): string | undefined {
    return this.sweeper.failure;
  }

  /** While it starts, of those that were current when it last stopped. */
  get progress(): ProgressReport | undefined {
    return this.following?.report;
  }

  status(): ProjectionStatus[] {
    return this.members.status(this.position);
  }

  /** Creates collections, follows the log, and builds projections that are new or behind. Resolves when all have caught up. */
  async start(): Promise<void> {
    const place = this.passes.announce();
    try {
      await this.startAt(place);
    } finally {
      place.cancel();
    }
  }

  /** True once every current projection has passed the position; false when time runs out, or the projector has stopped. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /**
   * Drops the documents of projections and rebuilds them from the log, which is read once for all of them, while the others continue.
   * @param keys names from `status`; unknown ones are ignored
   * @throws UnreadableEvent, or what a projection throws: it is shown as failed, and retried; the others are rebuilt
   * @throws NotLeading another process builds them by now
   */
  rebuild(...keys: readonly string[]): Promise<void> {
    return this.builder.rebuild(this.members.all.filter(({ key }) => keys.includes(key)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
    this.waiters.end();
    await this.together(() => this.checkpoints.leave()).catch(() => undefined);
  }

  private async startAt(place: Place): Promise<void> {
    const { store, documents } = this.ports;
    await Promise.all(
      this.members.all.map(({ projection }) => documents.ensure(collectionOf(projection), { toFill: true })),
    );
    const shared = await this.checkpoints.claim();
    await this.checkpoints.load(shared);
    // Those that are behind get the rest of their indexes when they have been built.
    await Promise.all(this.members.current().map(({ projection }) => documents.ensure(collectionOf(projection))));
    const behind = this.members.withState('behind');
    const end = await store.end();
    if (!shared && end !== undefined) await this.builder.begin(end, place);
    const from = shared?.position ?? end;
    if (this.stopping.signal.aborted) return;
    this.waiters.advance(from);
    if (end !== undefined && from !== undefined && from < end) this.following = new Progress(from, end);
    this.inBackground(this.follow(from));
    this.timers.push(
      setInterval(
        () => this.inBackground(this.together(() => this.checkpoints.heartbeat(this.position))),
        HEARTBEAT_MS,
      ),
      setInterval(() => this.inBackground(this.together(() => this.checkpoints.saveDeferred())), DEFERRED_MS),
      setInterval(() => this.inBackground(this.sweeper.sweep()), SWEEP_MS),
    );
    this.inBackground(this.sweeper.sweep());
    if (shared && behind.length > 0) await this.builder.bringUp(behind, shared.position, place);
    else place.cancel();
    while (end !== undefined && !this.stopping.signal.aborted && !(await this.waiters.waitFor(end, 1_000)));
    this.following = undefined;
  }

  private async follow(from: Position | undefined): Promise<void> {
    const { store, log } = this.ports;
    const { signal } = this.stopping;
    for (let after = from, attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of following(store, after, signal)) {
          const began = performance.now();
          await this.together(() => this.take(batch, after));
          after = batch.at(-1)!.position;
          attempt = 1;
          this.following?.passed(after, batch.length);
          if (batch.length < BATCH_SIZE) await this.rest(performance.now() - began);
        }
      } catch (error) {
        this.failed();
        log.error('The projector failed to read the log: retrying', { error, after });
        await pause(retryAfter(error, attempt++), signal);
      }
    }
  }

  /** Under load, documents that many events change are folded less often, as long as nobody waits for them. */
  private async rest(tookMs: number): Promise<void> {
    if (this.group !== RESTING || tookMs < LONG_BATCH_MS) return;
    const rest = this.ports.watched ? REST_WHEN_WATCHED : REST;
    await this.waiters.rest(Math.min(tookMs * rest, MAX_REST_MS));
  }

  /** One operation for a batch, not one for each of its events, of which a rebuild reads millions. */
  private take(batch: StoredEvent[], before: Position | undefined): Promise<void> {
    const needed = batch.filter(this.members.isNeeded);
    const task = () => this.fold(batch, needed, before);
    if (needed.length === 0) return task();
    const operation = {
      kind: 'projection',
      name: `projection ${this.group}`,
      labels: { 'tillbook.group': this.group },
      events: needed.length,
      place: { after: needed },
    } as const;
    return this.ports.telemetry.measure(operation, task);
  }

  /** Folds a batch into all current projections, then saves the shared checkpoint. */
  private async fold(batch: StoredEvent[], needed: StoredEvent[], before: Position | undefined): Promise<void> {
    const { codec, clock } = this.ports;
    const startedAt = clock.machineNow();
    const opened = await codec.openForReaders(needed);
    const [events, last] = [opened.filter(isReadable), batch.at(-1)!];
    const folded = await allOf(this.members.current(), async (member) => {
      const unreadable = firstUnreadable(opened, member.projection);
      if (unreadable) throw unreadable;
      if (this.work.isLong()) await this.work.nextTurn();
      return this.writer.fold(member, events, SHARED_PAGES);
    });
    for (const [member, error] of folded.failures) {
      await this.checkpoints.separate(member, before);
      if (error instanceof TooManyPages) member.state = 'behind';
      else this.builder.fail(member, error);
      this.inBackground(this.builder.recover(member));
    }
    // All events acknowledged before this one was recorded precede it in the log, and so have been folded.
    const { recordedAt } = last.metadata;
    this.checkpoints.caughtUpAt = recordedAt < startedAt ? recordedAt : startedAt;
    const writes = folded.results.flat();
    const isSaved = writes.length > 0 || this.ports.watched === true;
    if (isSaved) await this.writer.save(writes, events, this.checkpoints.after(last));
    if (events.some(isErasure)) await this.writer.scrub();
    this.checkpoints.deferred = isSaved ? undefined : last;
    this.checkpoints.eventId = last.id;
    this.waiters.advance(last.position);
    this.ports.activity?.handled('projections', this.group, batch.length);
  }

  private failed(): void {
    this.ports.activity?.failed('projections', this.group);
  }

  private together(task: () => Promise<void>): Promise<void> {
    return this.mutex.withLock(TOGETHER, task);
  }

  private inBackground(task: Promise<void>): void {
    const done = task
      .catch((error: unknown) => this.ports.log.error('A background task of the projector failed', { error }))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }
}
