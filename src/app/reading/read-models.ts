import type { Checkpoint, DocumentStore } from '../../kernel/ports/document-store.ts';
import type { EventStore, Position } from '../../kernel/ports/event-store.ts';
import { builtCheckpoint, releaseCheckpoint } from '../../kernel/reading/checkpoints.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { collectionOf, namesOf, type AnyProjection } from '../../kernel/reading/projection.ts';
import type { ProjectionStatus } from '../../kernel/reading/members.ts';
import { withTimeout, PositionWaiter } from '../../kernel/coordination/waiting.ts';

const LOOK_EVERY_MS = 10;
/** A writer waits no longer than this for an unavailable store. */
const ASKED_MS = 500;

/**
 * A group of read models that another process builds: its checkpoint shows their position, and is polled while a request waits
 * (docs/READ_MODELS.md#read-your-writes).
 */
export class GroupElsewhere {
  private readonly waiters = new PositionWaiter();
  private looking: Promise<void> | undefined;
  private polling: NodeJS.Timeout | undefined;

  constructor(
    private readonly ports: { store: EventStore; documents: DocumentStore },
    private readonly group: ProjectionGroup,
    private readonly projections: readonly AnyProjection[],
  ) {}

  /** True once every current projection of the group has passed the position; false when time runs out. */
  async passed(position: Position, timeoutMs: number): Promise<boolean> {
    // An unavailable or slow store counts as behind.
    await withTimeout(
      this.look().catch(() => undefined),
      ASKED_MS,
      () => undefined,
    );
    if (this.waiters.isPast(position)) return true;
    this.polling ??= setInterval(() => this.poll(), LOOK_EVERY_MS);
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** A failed projection is shown as behind: only its own process knows the reason. */
  async status(): Promise<ProjectionStatus[]> {
    const { store, documents } = this.ports;
    const shared = await this.checkpoint();
    const isEmpty = shared === undefined && (await store.end()) === undefined;
    return Promise.all(
      this.projections.map(async (projection) => {
        const { name } = collectionOf(projection);
        if (isEmpty || shared?.members?.includes(name))
          return { name, state: 'current' as const, position: shared?.position };
        return { name, state: 'behind' as const, position: (await builtCheckpoint(documents, name))?.position };
      }),
    );
  }

  /** Position that all current projections have passed. */
  async position(): Promise<Position | undefined> {
    return (await this.checkpoint())?.position;
  }

  private checkpoint(): Promise<Checkpoint | undefined> {
    return releaseCheckpoint(this.ports.documents, this.group, namesOf(this.projections));
  }

  /** Concurrent callers share one read. */
  private look(): Promise<void> {
    this.looking ??= this.position()
      .then((position) => this.waiters.advance(position))
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private poll(): void {
    if (this.waiters.hasWaiters) return void this.look().catch(() => undefined);
    clearInterval(this.polling);
    this.polling = undefined;
  }
}
