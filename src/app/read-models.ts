import type { DocumentStore } from '../kernel/ports/document-store.ts';
import type { EventStore, Position } from '../kernel/ports/event-store.ts';
import { collectionOf, type AnyProjection } from '../kernel/reading/projection.ts';
import { SHARED } from '../kernel/reading/checkpoints.ts';
import type { ProjectionStatus } from '../kernel/reading/members.ts';
import { withTimeout, PositionWaiter } from '../kernel/coordination/waiting.ts';

const LOOK_EVERY_MS = 10;
/** A writer waits no longer than this for an unavailable store. */
const ASKED_MS = 500;

/** The progress of read models, whichever process builds them. */
export interface ReadModels {
  /** True once every current projection has passed the position; false when time runs out. */
  passed(position: Position, timeoutMs: number): Promise<boolean>;
  status(): ProjectionStatus[] | Promise<ProjectionStatus[]>;
}

/**
 * Read models that another process builds: its checkpoint shows their position, and is polled while a request waits
 * (docs/READ_MODELS.md#read-your-writes).
 */
export class ReadModelsElsewhere implements ReadModels {
  private readonly waiters = new PositionWaiter();
  private looking: Promise<void> | undefined;
  private polling: NodeJS.Timeout | undefined;

  constructor(
    private readonly store: EventStore,
    private readonly documents: DocumentStore,
    private readonly projections: readonly AnyProjection[],
  ) {}

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
    const shared = await this.documents.checkpoint(SHARED);
    const isEmpty = shared === undefined && (await this.store.end()) === undefined;
    return Promise.all(
      this.projections.map(async (projection) => {
        const { name } = collectionOf(projection);
        if (isEmpty || shared?.members?.includes(name))
          return { name, state: 'current' as const, position: shared?.position };
        return { name, state: 'behind' as const, position: (await this.documents.checkpoint(name))?.position };
      }),
    );
  }

  /** Whether all projections of this release have been built. */
  async areBuilt(): Promise<boolean> {
    return (await this.status()).every(({ state }) => state === 'current');
  }

  /** Concurrent callers share one read. */
  private look(): Promise<void> {
    this.looking ??= this.documents
      .checkpoint(SHARED)
      .then((shared) => this.waiters.advance(shared?.position))
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  private poll(): void {
    if (this.waiters.hasWaiters) return void this.look().catch(() => undefined);
    clearInterval(this.polling);
    this.polling = undefined;
  }
}
