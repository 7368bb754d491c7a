import type { DocumentStore } from '../kernel/ports/document-store.ts';
import type { EventStore, Position } from '../kernel/ports/event-store.ts';
import { collectionOf, type AnyProjection } from '../kernel/reading/projection.ts';
import { SHARED } from '../kernel/reading/checkpoints.ts';
import type { ProjectionStatus } from '../kernel/reading/members.ts';
import { withTimeout, PositionWaiter } from '../kernel/coordination/waiting.ts';

const LOOK_EVERY_MS = 10;
/** Whoever has written waits no longer to learn that nobody answers. */
const ASKED_MS = 500;

/** How far the read models are, wherever they are made. */
export interface ReadModels {
  /** True once every current projection has passed the position; false when time runs out. */
  passed(position: Position, timeoutMs: number): Promise<boolean>;
  status(): ProjectionStatus[] | Promise<ProjectionStatus[]>;
}

/**
 * Read models that another process makes: its checkpoint says how far they are, and is looked at while somebody waits
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
    // Where it can't be asked, or not soon, it is late.
    await withTimeout(
      this.look().catch(() => undefined),
      ASKED_MS,
      () => undefined,
    );
    if (this.waiters.isPast(position)) return true;
    this.polling ??= setInterval(() => this.poll(), LOOK_EVERY_MS);
    return this.waiters.waitFor(position, timeoutMs);
  }

  /** What has failed shows as behind: why is known where it is made. */
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

  /** Whether all of this release have been made once. */
  async areBuilt(): Promise<boolean> {
    return (await this.status()).every(({ state }) => state === 'current');
  }

  /** One look at a time, whoever asks. */
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
