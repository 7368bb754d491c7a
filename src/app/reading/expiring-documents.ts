import { Inject, Injectable } from '@nestjs/common';
import { addDays, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { Document, DocumentStore } from '../../kernel/ports/document-store.ts';
import { collectionOf, type Projection } from '../../kernel/reading/projection.ts';
import { CLOCK, DOCUMENTS } from '../tokens.ts';

const PAGE = 500;
/** The documents never change, and no event is folded into them. */
const POSITION = '0'.repeat(20);

/** A document that expires some time after it was created. */
interface Expiring extends Document {
  created_at: Instant;
}
type Collected<D extends Expiring> = Projection<D, never>;

/**
 * Bookkeeping with an end of life: documents that workers write, each once. They are read like every read model, in a collection that handles no
 * events and has an index of `created_at`; they are neither rebuilt nor compared, and nothing may depend on them.
 */
@Injectable()
export class ExpiringDocuments {
  constructor(
    @Inject(DOCUMENTS) private readonly store: DocumentStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async ensure<D extends Expiring>(collected: Collected<D>): Promise<void> {
    await this.store.ensure(collectionOf(collected));
  }

  /** Leaves out those whose id exists. */
  async add<D extends Expiring>(collected: Collected<D>, documents: readonly D[]): Promise<void> {
    const collection = collectionOf(collected);
    const added = { collection, seen: undefined, position: POSITION };
    await this.store.save(documents.map((document) => ({ ...added, id: document.id, document })));
  }

  /** Deletes what was created at that time or before. */
  async deleteUpTo<D extends Expiring>(collected: Collected<D>, createdAt: Instant): Promise<void> {
    const collection = collectionOf(collected);
    const removedAt = this.clock.machineNow();
    for (;;) {
      const ids = await this.store.ids(collection, { where: { lte: ['created_at', createdAt] }, limit: PAGE });
      if (ids.length === 0) break;
      const removed = { seen: POSITION, position: POSITION, document: undefined, removedAt };
      await this.store.save(ids.map((id) => ({ collection, id, ...removed })));
    }
    await this.store.sweep(collection, addDays(removedAt, 1));
  }
}
