import { backoff, pause, PositionWaiter, READ_AGAIN_WITHIN_MS, retryAfter } from '../coordination/waiting.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import { isReadable, type Codec } from '../writing/codec.ts';
import { BatchWriter, TooManyPages } from './batch-writer.ts';
import { Checkpoints } from './checkpoints.ts';
import type { ProjectionGroup } from './groups.ts';
import { allOf, keysOf, Members, throwFirst, type Member, type ProjectionStatus } from './members.ts';
import { collectionOf, firstUnreadable, type AnyProjection } from './projection.ts';
import { SoloReader, type OnProgress } from './solo-reader.ts';
import { TombstoneSweeper } from './tombstone-sweeper.ts';

const HEARTBEAT_MS = 1_000;
const DEFERRED_MS = 100;
const SWEEP_MS = 3_600_000;
/** Held while the batches of current projections are taken in, or projections join or leave these. */
const TOGETHER = 'together';
/** One event may change any number of documents: beyond so many pages, the projection continues alone, and the others do not wait. */
const SHARED_PAGES = 10;

export interface ProjectorPorts {
  store: EventStore;
  codec: Codec;
  documents: DocumentStore;
  clock: Clock;
  log: Log;
  /** Other processes watch the checkpoint: it is saved with each batch, also if no document changes. */
  watched?: boolean;
}

/**
 * Reads the log once for a group of projections and hands each batch to all that are current; these share a checkpoint, saved with their
 * documents. A projection that is behind or has failed reads alone, with its own checkpoint, and joins the others when it has caught up
 * (docs/READ_MODELS.md#projecting).
 */
export class Projector {
  private readonly members: Members;
  private readonly checkpoints: Checkpoints;
  private readonly writer: BatchWriter;
  private readonly solo: SoloReader;
  private readonly sweeper: TombstoneSweeper;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  /** One reader at a time per projection: a rebuild would lose what a concurrent recovery had folded. */
  private readonly mutex = new KeyedMutex();
  private readonly recovering = new Set<Member>();
  private readonly waiters = new PositionWaiter();
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly ports: ProjectorPorts,
    private readonly group: ProjectionGroup,
    projections: readonly AnyProjection[],
  ) {
    this.members = new Members(projections);
    this.checkpoints = new Checkpoints(ports, this.members, group);
    this.writer = new BatchWriter(ports, this.members);
    this.solo = new SoloReader(ports, this.writer, this.checkpoints, this.stopping.signal);
    this.sweeper = new TombstoneSweeper(ports, this.members);
  }

  /** Position that all current projections have passed. */
  get position(): Position | undefined {
    return this.waiters.position;
  }

  /** Why the last sweep of tombstones failed; undefined if it succeeded. */
  get sweepFailure(): string | undefined {
    return this.sweeper.failure;
  }

  status(): ProjectionStatus[] {
    return this.members.status(this.position);
  }

  /** Creates collections, rebuilds projections that are new or behind, and follows the log. Resolves when all have caught up. */
  async start(onProgress: OnProgress = () => undefined): Promise<void> {
    const { store, documents } = this.ports;
    await Promise.all(this.members.all.map(({ projection }) => documents.ensure(collectionOf(projection))));
    const shared = await this.checkpoints.intactShared();
    this.checkpoints.eventId = shared?.eventId ?? '';
    for (const member of this.members.all) {
      if (!shared || shared.members?.includes(member.key)) member.state = 'current';
      else member.position = (await this.checkpoints.intactOwn(member))?.position;
    }
    const behind = this.members.withState('behind');
    const catchingUp = this.mutex.withLocks(keysOf(behind), () => this.catchUp(behind, shared?.position, onProgress));
    const failures = await catchingUp.catch((error: unknown) => new Map(behind.map((member) => [member, error])));
    for (const [member, error] of failures) this.fail(member, error);
    const end = await store.end();
    if (this.stopping.signal.aborted) return;
    this.waiters.advance(shared?.position);
    const onBatch = (position: Position) => end && position < end && onProgress(this.group, position);
    this.inBackground(this.follow(shared?.position, onBatch));
    for (const member of this.members.withState('failed')) this.inBackground(this.recover(member));
    this.timers.push(
      setInterval(
        () => this.inBackground(this.together(() => this.checkpoints.heartbeat(this.position))),
        HEARTBEAT_MS,
      ),
      setInterval(() => this.inBackground(this.together(() => this.checkpoints.saveDeferred())), DEFERRED_MS),
      setInterval(() => this.inBackground(this.sweeper.sweep()), SWEEP_MS),
    );
    this.inBackground(this.sweeper.sweep());
    while (end !== undefined && !this.stopping.signal.aborted && !(await this.waiters.waitFor(end, 1_000)));
  }

  /** True once every current projection has passed the position; false when time runs out. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /**
   * Drops the documents of projections and rebuilds them from the log, which is read once for all of them, while the others continue.
   * @param keys names from `status`; unknown ones are ignored
   * @throws UnreadableEvent, or what a projection throws: it is shown as failed, and retried; the others are rebuilt
   */
  async rebuild(...keys: readonly string[]): Promise<void> {
    const members = this.members.all.filter(({ key }) => keys.includes(key));
    await this.mutex.withLocks(keysOf(members), () => this.rebuildAll(members));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
    await this.together(() => this.checkpoints.saveDeferred()).catch(() => undefined);
  }

  private async rebuildAll(members: readonly Member[]): Promise<void> {
    await this.together(() => this.checkpoints.startOver(members));
    if (this.position === undefined) return members.forEach((member) => (member.state = 'current'));
    const failures = await this.solo.chase(members, this.position);
    for (const member of members) {
      if (!failures.has(member)) await this.join(member).catch((error: unknown) => void failures.set(member, error));
      if (!failures.has(member)) continue;
      this.fail(member, failures.get(member));
      this.inBackground(this.recover(member));
    }
    throwFirst(failures);
  }

  private async follow(from: Position | undefined, onBatch: (position: Position) => void): Promise<void> {
    const { store, log } = this.ports;
    const { signal } = this.stopping;
    for (let after = from, attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of store.subscribe(after, signal)) {
          await this.together(() => this.take(batch, after));
          after = batch.at(-1)!.position;
          attempt = 1;
          onBatch(after);
        }
      } catch (error) {
        log.error('The projector failed to read the log: retrying', { error, after });
        await pause(retryAfter(error, attempt++), signal);
      }
    }
  }

  /** Folds a batch into all current projections, then saves the shared checkpoint. */
  private async take(batch: StoredEvent[], before: Position | undefined): Promise<void> {
    const { codec, clock } = this.ports;
    const startedAt = clock.machineNow();
    const opened = await codec.openEach(batch.filter(this.members.isNeeded));
    const [events, last] = [opened.filter(isReadable), batch.at(-1)!];
    const folded = await allOf(this.members.current(), async (member) => {
      const unreadable = firstUnreadable(opened, member.projection);
      if (unreadable) throw unreadable;
      return this.writer.fold(member, events, SHARED_PAGES);
    });
    for (const [member, error] of folded.failures) {
      await this.checkpoints.separate(member, before);
      if (error instanceof TooManyPages) member.state = 'behind';
      else this.fail(member, error);
      this.inBackground(this.recover(member));
    }
    // All events acknowledged before this one was recorded precede it in the log, and so have been folded.
    const { recordedAt } = last.metadata;
    this.checkpoints.caughtUpAt = recordedAt < startedAt ? recordedAt : startedAt;
    const writes = folded.results.flat();
    const isSaved = writes.length > 0 || this.ports.watched === true;
    if (isSaved) await this.writer.save(writes, events, this.checkpoints.after(last));
    this.checkpoints.deferred = isSaved ? undefined : last;
    this.checkpoints.eventId = last.id;
    this.waiters.advance(last.position);
  }

  /** Brings projections up to the others; those that do not fail join them. @returns the error of each that failed */
  private async catchUp(
    members: readonly Member[],
    until: Position | undefined,
    onProgress?: OnProgress,
  ): Promise<Map<Member, unknown>> {
    if (until === undefined) return new Map();
    const failures = await this.solo.chase(members, until, onProgress);
    for (const member of members)
      if (!failures.has(member) && !this.stopping.signal.aborted) await this.checkpoints.join(member);
    return failures;
  }

  /** Retries a failed projection from where it stopped, for ever, with back-off; the others continue. */
  private async recover(member: Member): Promise<void> {
    if (this.recovering.has(member)) return;
    this.recovering.add(member);
    for (let attempt = 1; !this.stopping.signal.aborted && member.state !== 'current'; attempt++) {
      await pause(Math.min(backoff(attempt), READ_AGAIN_WITHIN_MS), this.stopping.signal);
      await this.mutex
        .withLock(member.key, () => this.resume(member))
        .catch((error: unknown) => this.fail(member, error));
    }
    this.recovering.delete(member);
  }

  private async resume(member: Member): Promise<void> {
    if (member.state === 'current') return;
    // Most of the way while the others continue.
    if (this.position) throwFirst(await this.solo.chase([member], this.position));
    await this.join(member);
  }

  /** The rest of the way while the others wait, so that they continue together. */
  private async join(member: Member): Promise<void> {
    await this.together(async () => throwFirst(await this.catchUp([member], this.position)));
  }

  private fail(member: Member, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isNew = member.state !== 'failed' || member.error !== message;
    member.state = 'failed';
    member.error = message;
    if (isNew) this.ports.log.error('Projection failed: retrying', { projection: member.key, error });
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
