import { backoff, pause, READ_AGAIN_WITHIN_MS, retryAfter } from '../coordination/waiting.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import { NotLeading, ServiceUnavailable } from '../errors.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Position } from '../ports/event-store.ts';
import type { Log } from '../ports/log.ts';
import type { Checkpoints } from './checkpoints.ts';
import { keysOf, throwFirst, type Member, type Members } from './members.ts';
import type { Passes, Place } from './passes.ts';
import { collectionOf } from './projection.ts';
import type { SoloReader } from './solo-reader.ts';

/** Rounds in which a projection comes closer to those that move on meanwhile, before they wait for it. */
const ROUNDS = 4;

/** What builds need of the projector whose current projections they join. */
export interface Group {
  /** Position that all current projections have passed. */
  position(): Position | undefined;
  /** Runs a task while no batch is taken in: others wait for it, so it must be short. */
  together(task: () => Promise<void>): Promise<void>;
  inBackground(task: Promise<void>): void;
  /** Counts an attempt that failed. */
  failed(): void;
  signal: AbortSignal;
}

/** Builds projections that are behind, have failed, or are to be rebuilt, while those that are current continue. */
export class Builder {
  /** One reader at a time per projection: a rebuild would lose what a concurrent recovery had folded. */
  private readonly mutex = new KeyedMutex();
  private readonly recovering = new Set<Member>();

  constructor(
    private readonly ports: { documents: DocumentStore; log: Log; passes: Passes },
    private readonly members: Members,
    private readonly checkpoints: Checkpoints,
    private readonly solo: SoloReader,
    private readonly group: Group,
  ) {}

  /** Builds all up to a position of the log, where the group then begins; what fails is retried in the background. */
  async begin(until: Position, place: Place): Promise<void> {
    const { all } = this.members;
    await this.mutex.withLocks(keysOf(all), async () => {
      const failures = await this.chase(all, until, place);
      if (this.group.signal.aborted) return;
      await this.checkpoints.begin(
        all.filter((member) => !failures.has(member)),
        until,
      );
      this.failed(failures);
    });
  }

  /** Builds those that are behind, and lets each join; what fails is retried in the background. */
  async bringUp(members: readonly Member[], until: Position, place: Place): Promise<void> {
    await this.mutex.withLocks(keysOf(members), async () => {
      const failures = await this.chase(members, until, place);
      await this.joinAll(members, failures);
      this.failed(failures);
    });
  }

  /**
   * @throws UnreadableEvent, or what a projection throws: it is shown as failed, and retried; the others are rebuilt
   * @throws NotLeading another process builds them by now
   */
  async rebuild(members: readonly Member[]): Promise<void> {
    const place = this.ports.passes.announce();
    await this.mutex
      .withLocks(keysOf(members), async () => {
        await this.startOver(members);
        const until = this.group.position();
        if (until === undefined) return members.forEach((member) => (member.state = 'current'));
        const failures = await this.chase(members, until, place);
        await this.joinAll(members, failures);
        this.failed(failures);
        throwFirst(failures);
        if (this.checkpoints.isLost) throw new NotLeading();
      })
      .finally(place.cancel);
  }

  fail(member: Member, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const isNew = member.state !== 'failed' || member.error !== message;
    member.state = 'failed';
    member.error = message;
    this.group.failed();
    if (isNew) this.ports.log.error('Projection failed: retrying', { projection: member.key, error });
  }

  /** Retries a failed projection from where it stopped, for ever, with back-off; the others continue. */
  async recover(member: Member): Promise<void> {
    const { signal } = this.group;
    if (this.recovering.has(member)) return;
    this.recovering.add(member);
    for (let attempt = 1; !signal.aborted && member.state !== 'current'; attempt++) {
      await pause(Math.min(backoff(attempt), READ_AGAIN_WITHIN_MS), signal);
      await this.mutex
        .withLock(member.key, async () => member.state === 'current' || this.join(member))
        .catch((error: unknown) => this.fail(member, error));
    }
    this.recovering.delete(member);
  }

  /** If that fails half-way, they are brought up to date again from what is left of them. */
  private async startOver(members: readonly Member[]): Promise<void> {
    try {
      await this.group.together(() => this.checkpoints.startOver(members));
      await this.checkpoints.clear(members, this.group.signal);
    } catch (error) {
      this.failed(new Map(members.map((member) => [member, error])));
      throw error;
    }
  }

  private failed(failures: ReadonlyMap<Member, unknown>): void {
    for (const [member, error] of failures) {
      this.fail(member, error);
      this.group.inBackground(this.recover(member));
    }
  }

  private async joinAll(members: readonly Member[], failures: Map<Member, unknown>): Promise<void> {
    for (const member of members)
      if (!failures.has(member)) await this.join(member).catch((error: unknown) => void failures.set(member, error));
  }

  /** Most of the way while the others continue; the rest while they wait, so that they continue together. */
  private async join(member: Member): Promise<void> {
    const { signal } = this.group;
    await this.ports.documents.ensure(collectionOf(member.projection));
    for (let round = 1, reached: Position | undefined; round <= ROUNDS; round++) {
      const until = this.group.position();
      if (until === undefined || until === reached || signal.aborted) break;
      throwFirst(await this.solo.chase([member], until));
      reached = until;
    }
    await this.group.together(async () => {
      const until = this.group.position();
      if (until !== undefined) throwFirst(await this.solo.chase([member], until));
      if (!signal.aborted) await this.checkpoints.join(member);
    });
  }

  /** Waits for an unavailable store: that is not a failure of a projection. */
  private async chase(members: readonly Member[], until: Position, place: Place): Promise<Map<Member, unknown>> {
    const { signal } = this.group;
    const failures = new Map<Member, unknown>();
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        return await this.solo.chase(members, until, attempt === 1 ? place.read : undefined);
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) return new Map(members.map((member) => [member, error]));
        this.group.failed();
        this.ports.log.error('The projector failed to read the log: retrying', { error });
        await pause(retryAfter(error, attempt), signal);
      } finally {
        place.cancel();
      }
    }
    return failures;
  }
}
