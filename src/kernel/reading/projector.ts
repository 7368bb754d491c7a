import { addSeconds, toInstant, type Clock, type Instant } from '../ports/clock.ts';
import { isReadable, type Codec, type Opened } from '../writing/codec.ts';
import type { Checkpoint, DocumentStore, Write } from '../ports/document-store.ts';
import { ServiceUnavailable } from '../errors.ts';
import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import type { Recorded } from '../writing/events.ts';
import { foldBatch, type FoldStore } from './fold-batch.ts';
import type { Log } from '../ports/log.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import { collectionOf, firstUnreadable, type AnyProjection } from './projection.ts';
import { backoff, pause, READ_AGAIN_WITHIN_MS, retryAfter, PositionWaiter } from '../coordination/waiting.ts';

export const SHARED = 'shared';
const HEARTBEAT_MS = 1_000;
const SWEEP_MS = 3_600_000;
/** Longer than any replay or frozen projector could still need a tombstone. */
const TOMBSTONE_SECONDS = 86_400;
/** One event may change any number of documents: beyond so many pages the projection goes on alone, and the others do not wait. */
const SHARED_PAGES = 10;

export interface ProjectionStatus {
  name: string;
  state: 'current' | 'behind' | 'failed';
  position: Position | undefined;
  error?: string;
}

interface Member {
  projection: AnyProjection;
  key: string;
  position: Position | undefined;
  state: ProjectionStatus['state'];
  error?: string;
}

export interface ProjectorPorts {
  store: EventStore;
  codec: Codec;
  documents: DocumentStore;
  clock: Clock;
  log: Log;
}

/**
 * Reads the log once and hands each batch to every projection that is caught up; these share one checkpoint, moved after their documents.
 * One that is behind or has failed goes its own way, with its own checkpoint, and joins when it has caught up (docs/READ_MODELS.md#projecting).
 */
export class Projector {
  private readonly members: Member[];
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private readonly turn = new KeyedMutex();
  /** Those that catch up by themselves in the background. */
  private readonly recovering = new Set<Member>();
  private readonly waiters = new PositionWaiter();
  private sweepError: string | undefined;
  private timers: NodeJS.Timeout[] = [];
  private eventId = '';
  /** Machine time up to which whatever was acknowledged has been folded. */
  private caughtUpAt: Instant = toInstant(0);

  constructor(
    private readonly ports: ProjectorPorts,
    projections: readonly AnyProjection[],
  ) {
    this.members = projections.map((projection) => ({
      projection,
      key: collectionOf(projection).name,
      position: undefined,
      state: 'behind',
    }));
  }

  /** Position that all current projections have passed. */
  get position(): Position | undefined {
    return this.waiters.position;
  }

  /** Why tombstones could not be swept at the last try. */
  get sweepFailure(): string | undefined {
    return this.sweepError;
  }

  status(): ProjectionStatus[] {
    return this.members.map(({ key, state, error, position }) => ({
      name: key,
      state,
      position: state === 'current' ? this.position : position,
      error,
    }));
  }

  /** Makes collections, rebuilds what is new or behind, and follows the log from there. Resolves when everything has been caught up. */
  async start(onProgress: (name: string, position: Position) => void = () => undefined): Promise<void> {
    const { store, documents } = this.ports;
    await Promise.all(this.members.map(({ projection }) => documents.ensure(collectionOf(projection))));
    const shared = await this.intactCheckpoint();
    const first = shared === undefined;
    this.eventId = shared?.eventId ?? '';
    for (const member of this.members) {
      if (first || shared.members?.includes(member.key)) member.state = 'current';
      else member.position = (await this.intactOwn(member))?.position;
    }
    for (const member of this.members.filter(({ state }) => state === 'behind'))
      await this.withLock([member], () =>
        this.catchUp(member, shared!.position, (position) => onProgress(member.key, position)),
      ).catch((error: unknown) => this.fail(member, error));
    const end = await store.end();
    if (this.stopping.signal.aborted) return;
    this.waiters.advance(shared?.position);
    this.inBackground(
      this.follow(shared?.position, (position) => end && position < end && onProgress(SHARED, position)),
    );
    for (const member of this.members.filter(({ state }) => state === 'failed'))
      this.inBackground(this.recover(member));
    this.timers.push(
      setInterval(() => this.inBackground(this.heartbeat()), HEARTBEAT_MS),
      setInterval(() => this.inBackground(this.sweep()), SWEEP_MS),
    );
    this.inBackground(this.sweep());
    while (end !== undefined && !this.stopping.signal.aborted && !(await this.waiters.waitFor(end, 1_000)));
  }

  /** True once every current projection has passed the position; false when time runs out. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.waitFor(position, timeoutMs);
  }

  /**
   * Drops the documents of projections and builds them anew from the log, which is read once for all of them, while the others go on.
   * @param keys as `status` names them; others are passed over
   * @throws UnreadableEvent, or what a projection throws: it shows as failed, and is retried; the others are built
   */
  async rebuild(...keys: readonly string[]): Promise<void> {
    const members = this.members.filter(({ key }) => keys.includes(key));
    await this.withLock(members, () => this.rebuildAll(members));
  }

  private async rebuildAll(members: readonly Member[]): Promise<void> {
    await this.turn.run(SHARED, () => this.startOver(members));
    if (this.position === undefined) {
      for (const member of members) member.state = 'current';
      return;
    }
    const failures = await this.replay(members, this.position);
    for (const member of members) {
      if (!failures.has(member)) await this.join(member).catch((error: unknown) => void failures.set(member, error));
      if (!failures.has(member)) continue;
      this.fail(member, failures.get(member));
      this.inBackground(this.recover(member));
    }
    for (const error of failures.values()) throw error;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running);
    await this.turn.run(SHARED, () => Promise.resolve());
  }

  /** The shared checkpoint, or undefined after dropping everything where the log is not the one it was made from. */
  private async intactCheckpoint(): Promise<Checkpoint | undefined> {
    const { documents, log } = this.ports;
    const shared = await documents.checkpoint(SHARED);
    if (!shared || (await this.isIntact(shared))) return shared;
    log.warn('The read models were built from another log: rebuilding them', { position: shared.position });
    for (const member of this.members) await this.forget(member);
    await documents.moveCheckpoint(SHARED, shared.position, undefined);
    return undefined;
  }

  /** Likewise of one that goes its own way. */
  private async intactOwn(member: Member): Promise<Checkpoint | undefined> {
    const own = await this.ports.documents.checkpoint(member.key);
    if (!own || (await this.isIntact(own))) return own;
    await this.forget(member);
    return undefined;
  }

  private async isIntact({ position, eventId }: Checkpoint): Promise<boolean> {
    return (await this.ports.store.at(position))?.id === eventId;
  }

  /** Documents first: where this ends halfway, the checkpoint still tells that it must be done. */
  private async forget({ projection, key }: Member): Promise<void> {
    const { documents } = this.ports;
    const own = await documents.checkpoint(key);
    await documents.drop(collectionOf(projection));
    await documents.ensure(collectionOf(projection));
    if (own) await documents.moveCheckpoint(key, own.position, undefined);
  }

  private async follow(from: Position | undefined, onBatch: (position: Position) => void): Promise<void> {
    const { store, log } = this.ports;
    const { signal } = this.stopping;
    for (let after = from, attempt = 1; !signal.aborted;) {
      try {
        for await (const batch of store.subscribe(after, signal)) {
          await this.turn.run(SHARED, () => this.take(batch, after));
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

  /** One batch into all current projections, then the shared checkpoint. */
  private async take(batch: StoredEvent[], before: Position | undefined): Promise<void> {
    const { codec, clock } = this.ports;
    const taken = clock.machineNow();
    const opened = await codec.openEach(batch);
    const events = opened.filter(isReadable);
    const last = batch.at(-1)!;
    const writes: Write[] = [];
    for (const member of this.current()) {
      try {
        const unreadable = firstUnreadable(opened, member.projection);
        if (unreadable) throw unreadable;
        writes.push(...(await foldBatch(member.projection, events, this.pages(SHARED_PAGES))));
      } catch (error) {
        // A store that is unavailable is no fault of the projection: the batch is tried again.
        if (error instanceof ServiceUnavailable) throw error;
        await this.leave(member, before);
        if (error instanceof TooManyPages) member.state = 'behind';
        else this.fail(member, error);
        this.inBackground(this.recover(member));
      }
    }
    // Whatever was acknowledged before this event was recorded lies before it in the log, and so has been folded.
    const { recordedAt } = last.metadata;
    this.caughtUpAt = recordedAt < taken ? recordedAt : taken;
    await this.save(writes, events, { name: SHARED, value: this.checkpoint(last) });
    this.eventId = last.id;
    this.waiters.advance(last.position);
  }

  /** What a batch is folded with: pages of documents that it changes all at once are saved while it is folded. */
  private pages(atMost = Infinity): FoldStore {
    const { documents, clock } = this.ports;
    let saved = 0;
    return {
      load: (collection, ids) => documents.load(collection, ids),
      find: (collection, query) => documents.find(collection, query),
      save: (writes) => {
        if (++saved > atMost) throw new TooManyPages();
        return documents.save(withRemoval(writes, clock.machineNow()));
      },
    };
  }

  /** Gives a projection a checkpoint of its own, where the shared one stood before the batch that it did not take. */
  private async leave(member: Member, before: Position | undefined): Promise<void> {
    member.position = before;
    if (before === undefined) return;
    const own = { ...this.checkpoint({ position: before, id: this.eventId }), members: undefined };
    await this.ports.documents.moveCheckpoint(member.key, undefined, own);
  }

  /** Saves; what somebody else had moved is loaded and folded again until nothing has. */
  private async save(
    writes: Write[],
    events: readonly Recorded[],
    checkpoint: { name: string; value: Checkpoint },
  ): Promise<void> {
    const removedAt = this.ports.clock.machineNow();
    let moved = await this.ports.documents.save(withRemoval(writes, removedAt), checkpoint);
    while (moved.length > 0) {
      const again = new Set(moved);
      const refolded = await Promise.all(
        this.members.map(({ projection, key }) => {
          const only = new Set(
            [...again].filter((id) => id.startsWith(`${key}/`)).map((id) => id.slice(key.length + 1)),
          );
          return only.size > 0 ? foldBatch(projection, events, this.pages(), only) : [];
        }),
      );
      moved = await this.ports.documents.save(withRemoval(refolded.flat(), removedAt), checkpoint);
    }
  }

  /** Brings one projection up to where the others are, then lets it join them. */
  private async catchUp(member: Member, until: Position, onProgress: (position: Position) => void): Promise<void> {
    const { documents } = this.ports;
    await this.chase(member, until, onProgress);
    if (this.stopping.signal.aborted) return;
    const own = await documents.checkpoint(member.key);
    member.state = 'current';
    member.error = undefined;
    const shared = await documents.checkpoint(SHARED);
    if (shared) await documents.moveCheckpoint(SHARED, shared.position, { ...shared, members: this.currentKeys() });
    if (own) await documents.moveCheckpoint(member.key, own.position, undefined);
  }

  /**
   * Reads the log for one projection alone.
   * @throws UnreadableEvent the first that it handles and that cannot be read: it has folded everything before that
   */
  private async chase(member: Member, until: Position, onProgress: (position: Position) => void): Promise<void> {
    if (member.position !== undefined && member.position >= until) return;
    const { store, codec } = this.ports;
    const reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, this.stopping.signal]);
    for await (const batch of store.subscribe(member.position, signal)) {
      const opened = await codec.openEach(batch.filter(({ position }) => position <= until));
      await this.takeReadable(member, opened, onProgress);
      if (batch.at(-1)!.position >= until) reading.abort();
    }
  }

  /** Takes projections out of the shared checkpoint, and removes what they have. */
  private async startOver(members: readonly Member[]): Promise<void> {
    const { documents } = this.ports;
    for (const member of members) {
      member.state = 'behind';
      member.position = undefined;
    }
    const shared = await documents.checkpoint(SHARED);
    if (shared) await documents.moveCheckpoint(SHARED, shared.position, { ...shared, members: this.currentKeys() });
    for (const { key, projection } of members) {
      const own = await documents.checkpoint(key);
      if (own) await documents.moveCheckpoint(key, own.position, undefined);
      await documents.drop(collectionOf(projection));
      await documents.ensure(collectionOf(projection));
    }
  }

  /** Reads the log once, from its beginning, for several projections; answers what those threw that failed. */
  private async replay(members: readonly Member[], until: Position): Promise<Map<Member, unknown>> {
    const { store, codec } = this.ports;
    const failures = new Map<Member, unknown>();
    const reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, this.stopping.signal]);
    for await (const batch of store.subscribe(undefined, signal)) {
      const opened = await codec.openEach(batch.filter(({ position }) => position <= until));
      for (const member of members.filter((one) => !failures.has(one)))
        await this.takeReadable(member, opened, () => undefined).catch((error: unknown) => {
          // A store that is unavailable is no fault of the projection.
          if (error instanceof ServiceUnavailable) throw error;
          failures.set(member, error);
        });
      if (batch.at(-1)!.position >= until || failures.size === members.length) reading.abort();
    }
    return failures;
  }

  /** @throws UnreadableEvent the first that it handles and that cannot be read: it has folded everything before that */
  private async takeReadable(
    member: Member,
    opened: readonly Opened[],
    onProgress: (position: Position) => void,
  ): Promise<void> {
    const unreadable = firstUnreadable(opened, member.projection);
    await this.takeAlone(member, unreadable ? opened.slice(0, opened.indexOf(unreadable)) : opened, onProgress);
    if (unreadable) throw unreadable;
  }

  private async takeAlone(
    member: Member,
    opened: readonly Opened[],
    onProgress: (position: Position) => void,
  ): Promise<void> {
    const events = opened.filter(isReadable);
    const last = events.at(-1);
    if (!last) return;
    const value = { ...this.checkpoint(last), members: undefined };
    const writes = await foldBatch(member.projection, events, this.pages());
    await this.save(writes, events, { name: member.key, value });
    member.position = last.position;
    onProgress(last.position);
  }

  /** A projection that failed tries again from where it stopped, for ever, with back-off; the others go on. */
  private async recover(member: Member): Promise<void> {
    if (this.recovering.has(member)) return;
    this.recovering.add(member);
    for (let attempt = 1; !this.stopping.signal.aborted && member.state !== 'current'; attempt++) {
      await pause(Math.min(backoff(attempt), READ_AGAIN_WITHIN_MS), this.stopping.signal);
      await this.withLock([member], () => this.resume(member)).catch((error: unknown) => this.fail(member, error));
    }
    this.recovering.delete(member);
  }

  private async resume(member: Member): Promise<void> {
    if (member.state === 'current') return;
    // Most of it while the others go on.
    if (this.position) await this.chase(member, this.position, () => undefined);
    await this.join(member);
  }

  /** One at a time reads the log for a projection alone: a rebuild beside one that catches up would lose what that had folded. */
  private withLock(members: readonly Member[], task: () => Promise<void>): Promise<void> {
    return members.reduceRight(
      (inner, { key }) =>
        () =>
          this.turn.run(key, inner),
      task,
    )();
  }

  /** The rest of the way while the others wait, so that they go on together. */
  private async join(member: Member): Promise<void> {
    await this.turn.run(SHARED, async () => {
      if (this.position) await this.catchUp(member, this.position, () => undefined);
    });
  }

  private fail(member: Member, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isNew = member.state !== 'failed' || member.error !== message;
    member.state = 'failed';
    member.error = message;
    if (!isNew) return;
    this.ports.log.error('Projection failed: retrying', { projection: member.key, error });
  }

  /** Says from time to time how current documents are, also while nothing happens (docs/READ_MODELS.md#fresh-documents). */
  private async heartbeat(): Promise<void> {
    const { store, documents, clock, log } = this.ports;
    await this.turn
      .run(SHARED, async () => {
        const asked = clock.machineNow();
        const end = await store.end();
        if (end !== undefined && (this.position === undefined || this.position < end)) return;
        this.caughtUpAt = asked;
        const shared = await documents.checkpoint(SHARED);
        if (shared) await documents.moveCheckpoint(SHARED, shared.position, { ...shared, caughtUpAt: this.caughtUpAt });
      })
      .catch((error: unknown) => log.error('The heartbeat of the read models failed', { error }));
  }

  private async sweep(): Promise<void> {
    const { documents, clock, log } = this.ports;
    try {
      const before = addSeconds(clock.machineNow(), -TOMBSTONE_SECONDS);
      for (const { projection } of this.current()) await documents.sweep(collectionOf(projection), before);
      this.sweepError = undefined;
    } catch (error) {
      this.sweepError = error instanceof Error ? error.message : String(error);
      log.error('Sweeping tombstones failed: retrying in an hour', { error });
    }
  }

  private inBackground(task: Promise<void>): void {
    const done = task
      .catch((error: unknown) => this.ports.log.error('A background task of the projector failed', { error }))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  private checkpoint(event: { position: Position; id: string }): Checkpoint {
    return {
      position: event.position,
      eventId: event.id,
      caughtUpAt: this.caughtUpAt,
      members: this.currentKeys(),
    };
  }

  private current(): Member[] {
    return this.members.filter(({ state }) => state === 'current');
  }

  private currentKeys(): string[] {
    return this.current().map(({ key }) => key);
  }
}

/** Each tombstone with the time from which its age counts. */
function withRemoval(writes: readonly Write[], removedAt: Instant): Write[] {
  return writes.map((write) => (write.document ? write : { ...write, removedAt }));
}

class TooManyPages extends Error {}
