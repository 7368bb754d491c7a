import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, toInstant, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { Checkpoint, Document, DocumentStore } from '../../kernel/ports/document-store.ts';
import type { DomainEvent } from '../../kernel/writing/events.ts';
import { Executor } from '../../kernel/writing/execute.ts';
import {
  collectionOf,
  groupOf,
  namesOf,
  project,
  type AnyProjection,
  type Projection,
} from '../../kernel/reading/projection.ts';
import { releaseCheckpoint } from '../../kernel/reading/checkpoints.ts';
import { Documents } from './documents.ts';
import type { Feature } from '../feature.ts';
import { CLOCK, DOCUMENTS, FEATURES } from '../tokens.ts';

const STALE_AFTER_SECONDS = 2;

/**
 * For authorization: documents of the access group, but only while they are current; else the streams themselves
 * (docs/READ_MODELS.md#fresh-documents). A projector that lags counts as stopped.
 */
@Injectable()
export class FreshDocuments {
  /** Collections of the access group. */
  private readonly names: readonly string[];
  private seen: Checkpoint | undefined;
  /** The machine times between which the last check counts. */
  private current: [from: Instant, until: Instant] = ['', ''];

  constructor(
    @Inject(DOCUMENTS) private readonly store: DocumentStore,
    private readonly documents: Documents,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly executor: Executor,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    const access = features.flatMap(({ projections = [] }) => projections.filter((one) => groupOf(one) === 'access'));
    this.names = namesOf(access);
  }

  /** The document of a stream; folded from the stream if it is missing or may be stale. */
  async load<D extends Document, E extends DomainEvent>(
    projection: Projection<D, E>,
    id: string,
    stream: string,
  ): Promise<D | undefined> {
    const document = (await this.areCurrent(projection))
      ? ((await this.documents.get(projection, id, 'any')) as D | undefined)
      : undefined;
    return document ?? project(projection, await this.executor.history<E>(stream, 'any'));
  }

  /** Whether within the last 2 s this projection had folded all events acknowledged by then. */
  async areCurrent(projection: AnyProjection): Promise<boolean> {
    // A check that is recent enough is reused, so that the store is read about once a second.
    if (!this.isRecent()) await this.look();
    return this.isRecent() && (this.seen?.members?.includes(collectionOf(projection).name) ?? false);
  }

  private async look(): Promise<void> {
    this.seen = await releaseCheckpoint(this.store, 'access', this.names);
    const caughtUpAt = this.seen?.caughtUpAt ?? toInstant(0);
    this.current = [addSeconds(caughtUpAt, -STALE_AFTER_SECONDS), addSeconds(caughtUpAt, STALE_AFTER_SECONDS)];
  }

  private isRecent(): boolean {
    const now = this.clock.machineNow();
    return this.seen !== undefined && this.current[0] <= now && now <= this.current[1];
  }
}
