import { Inject, Injectable } from '@nestjs/common';
import { addSeconds, type Clock, type Instant } from '../kernel/clock.ts';
import type { Checkpoint, Document, DocumentStore } from '../kernel/document-store.ts';
import type { DomainEvent } from '../kernel/events.ts';
import { Executor } from '../kernel/execute.ts';
import { collectionOf, project, type AnyProjection, type Projection } from '../kernel/projection.ts';
import { SHARED } from '../kernel/projector.ts';
import { loadDocument } from './documents.ts';
import { CLOCK, DOCUMENTS } from './tokens.ts';

const STALE_AFTER_SECONDS = 2;

/** What authorization reads: documents, but only while the projector is alive; else the streams themselves (DESIGN §5, Sessions). */
@Injectable()
export class FreshDocuments {
  private seen: Checkpoint | undefined;
  /** The machine times between which what was seen is young. */
  private young: [from: Instant, until: Instant] = ['', ''];

  constructor(
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly executor: Executor,
  ) {}

  /** The document of a stream; folded now where it is missing or the projector shows no sign of life. */
  async load<D extends Document, E extends DomainEvent>(
    projection: Projection<D, E>,
    id: string,
    stream: string,
  ): Promise<D | undefined> {
    const document = (await this.isAlive(projection))
      ? ((await loadDocument(this.documents, projection, id)) as D | undefined)
      : undefined;
    return document ?? project(projection, await this.executor.load<E>(stream));
  }

  /** Whether the projector gave a sign of life within 2 s, and this projection is among the current ones. */
  async isAlive(projection: AnyProjection): Promise<boolean> {
    // An older reading that is still young enough proves it too: the store is asked about once a second.
    if (!this.isYoung()) await this.look();
    return this.isYoung() && (this.seen?.members?.includes(collectionOf(projection).name) ?? false);
  }

  private async look(): Promise<void> {
    this.seen = await this.documents.checkpoint(SHARED);
    if (!this.seen) return;
    const { heartbeat } = this.seen;
    this.young = [addSeconds(heartbeat, -STALE_AFTER_SECONDS), addSeconds(heartbeat, STALE_AFTER_SECONDS)];
  }

  private isYoung(): boolean {
    const now = this.clock.machineNow();
    return this.seen !== undefined && this.young[0] <= now && now <= this.young[1];
  }
}
