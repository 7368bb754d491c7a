import type { Clock } from './clock.ts';
import type { Codec } from './codec.ts';
import type { Checkpoint, DocumentStore, Write } from './document-store.ts';
import { ServiceUnavailable } from './errors.ts';
import type { EventStore, Position, StoredEvent } from './event-store.ts';
import type { Recorded } from './events.ts';
import { foldBatch } from './fold-batch.ts';
import type { Log } from './log.ts';
import { KeyedMutex } from './mutex.ts';
import { collectionOf, type AnyProjection } from './projection.ts';
import { backoff, pause, retryAfter, Waiters } from './waiters.ts';

export const SHARED = 'shared';
const HEARTBEAT_MS = 1_000;
const SWEEP_MS = 3_600_000;
const TOMBSTONE_HOURS = 24;

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
 * One that is behind or has failed goes its own way, with its own checkpoint, and joins when it has caught up (DESIGN §5).
 */
export class Projector {
  private readonly members: Member[];
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>[] = [];
  private readonly turn = new KeyedMutex();
  private readonly waiters = new Waiters();
  private readonly hourly: (Position | undefined)[] = [];
  private timers: NodeJS.Timeout[] = [];
  private eventId = '';

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
      await this.catchUp(member, shared!.position, (position) => onProgress(member.key, position)).catch(
        (error: unknown) => this.fail(member, error),
      );
    const end = await store.end();
    if (this.stopping.signal.aborted) return;
    this.waiters.moved(shared?.position);
    this.running.push(
      this.follow(shared?.position, (position) => end && position < end && onProgress(SHARED, position)),
    );
    for (const member of this.members.filter(({ state }) => state === 'failed'))
      this.running.push(this.recover(member));
    this.timers.push(
      setInterval(() => void this.beat(), HEARTBEAT_MS),
      setInterval(() => void this.sweep(), SWEEP_MS),
    );
    while (end !== undefined && !this.stopping.signal.aborted && !(await this.waiters.pass(end, 1_000)));
  }

  /** True once every current projection has passed the position; false when time runs out. */
  passed(position: Position, timeoutMs: number): Promise<boolean> {
    return this.waiters.pass(position, timeoutMs);
  }

  /**
   * Drops a projection's documents and makes them anew from the log, while the others go on.
   * @param key as `status` names it; false where there is none
   */
  async rebuild(key: string): Promise<boolean> {
    const member = this.members.find((candidate) => candidate.key === key);
    if (!member) return false;
    const { documents } = this.ports;
    await this.turn.run(SHARED, async () => {
      member.state = 'behind';
      member.position = undefined;
      const [shared, own] = [await documents.checkpoint(SHARED), await documents.checkpoint(key)];
      if (shared) await documents.moveCheckpoint(SHARED, shared.position, { ...shared, members: this.currentKeys() });
      if (own) await documents.moveCheckpoint(key, own.position, undefined);
      await documents.drop(collectionOf(member.projection));
      await documents.ensure(collectionOf(member.projection));
    });
    if (this.position === undefined) {
      member.state = 'current';
      return true;
    }
    await this.chase(member, this.position, () => undefined);
    await this.recover(member);
    return true;
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
    log.warn('The log is not the one the read models were made from: they are rebuilt', { position: shared.position });
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
        log.error('Projecting stopped and is tried again', { error: String(error), after });
        await pause(retryAfter(error, attempt++), signal);
      }
    }
  }

  /** One batch into all current projections, then the shared checkpoint. */
  private async take(batch: StoredEvent[], before: Position | undefined): Promise<void> {
    const { codec, documents } = this.ports;
    const events = await codec.open(batch);
    const last = batch.at(-1)!;
    const writes: Write[] = [];
    for (const member of this.current()) {
      try {
        writes.push(...(await foldBatch(member.projection, events, documents)));
      } catch (error) {
        // A store that is away is nobody's failure: the batch is tried again.
        if (error instanceof ServiceUnavailable) throw error;
        member.position = before;
        this.fail(member, error);
        this.running.push(this.recover(member));
      }
    }
    await this.save(writes, events, { name: SHARED, value: this.checkpoint(last) });
    this.eventId = last.id;
    this.waiters.moved(last.position);
  }

  /** Saves; what somebody else had moved is loaded and folded again until nothing has. */
  private async save(
    writes: Write[],
    events: readonly Recorded[],
    checkpoint: { name: string; value: Checkpoint },
  ): Promise<void> {
    let moved = await this.ports.documents.save(writes, checkpoint);
    while (moved.length > 0) {
      const again = new Set(moved);
      const refolded = await Promise.all(
        this.members.map(({ projection, key }) => {
          const only = new Set(
            [...again].filter((id) => id.startsWith(`${key}/`)).map((id) => id.slice(key.length + 1)),
          );
          return only.size > 0 ? foldBatch(projection, events, this.ports.documents, only) : [];
        }),
      );
      moved = await this.ports.documents.save(refolded.flat(), checkpoint);
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

  /** Reads the log for one projection alone. */
  private async chase(member: Member, until: Position, onProgress: (position: Position) => void): Promise<void> {
    const { store, codec, documents } = this.ports;
    const reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, this.stopping.signal]);
    if (member.position === undefined || member.position < until) {
      for await (const batch of store.subscribe(member.position, signal)) {
        const events = (await codec.open(batch)).filter((event) => event.position <= until);
        const last = events.at(-1);
        if (last) {
          const value = { ...this.checkpoint(last), members: undefined };
          await this.save(await foldBatch(member.projection, events, documents), events, { name: member.key, value });
          member.position = last.position;
          onProgress(last.position);
        }
        if (batch.at(-1)!.position >= until) reading.abort();
      }
    }
  }

  /** A projection that threw tries again from where it stopped, for ever, with back-off; the others go on. */
  private async recover(member: Member): Promise<void> {
    for (let attempt = 1; !this.stopping.signal.aborted; attempt++) {
      await pause(backoff(attempt), this.stopping.signal);
      try {
        await this.turn.run(SHARED, async () => {
          if (this.position) await this.catchUp(member, this.position, () => undefined);
        });
        if (member.state === 'current') return;
      } catch (error) {
        this.fail(member, error);
      }
    }
  }

  private fail(member: Member, error: unknown): void {
    member.state = 'failed';
    member.error = error instanceof Error ? error.message : String(error);
    this.ports.log.error('A projection failed; it stops alone and is tried again', {
      projection: member.key,
      error: member.error,
    });
  }

  /** The sign of life that tells others whether documents may be trusted (DESIGN §5, Sessions). */
  private async beat(): Promise<void> {
    await this.turn
      .run(SHARED, async () => {
        const shared = await this.ports.documents.checkpoint(SHARED);
        if (shared)
          await this.ports.documents.moveCheckpoint(SHARED, shared.position, {
            ...shared,
            heartbeat: this.ports.clock.machineNow(),
          });
      })
      .catch((error: unknown) => this.ports.log.error('The heartbeat failed', { error: String(error) }));
  }

  private async sweep(): Promise<void> {
    this.hourly.push(this.position);
    const old = this.hourly.length > TOMBSTONE_HOURS ? this.hourly.shift() : undefined;
    if (old === undefined) return;
    for (const { projection } of this.current()) await this.ports.documents.sweep(collectionOf(projection), old);
  }

  private checkpoint(event: { position: Position; id: string }): Checkpoint {
    return {
      position: event.position,
      eventId: event.id,
      heartbeat: this.ports.clock.machineNow(),
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
