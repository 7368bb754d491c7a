import type { Clock, Instant } from '../ports/clock.ts';
import type { Checkpoint, DocumentStore, Write } from '../ports/document-store.ts';
import type { Recorded } from '../writing/events.ts';
import { LongWork } from '../coordination/long-work.ts';
import { foldBatch, type FoldStore } from './fold-batch.ts';
import type { Member, Members } from './members.ts';

/** Folds batches of events into documents and saves them with their checkpoint. */
export class BatchWriter {
  /**
   * @param work shared with all that folds in this process
   * @param confirm throws if another process leads by now: it may have removed documents, and then what this one loads of them is too little
   */
  constructor(
    private readonly ports: { documents: DocumentStore; clock: Clock },
    private readonly members: Members,
    private readonly work: LongWork,
    private readonly confirm: () => Promise<void>,
  ) {}

  /**
   * Documents that a batch changes by an indexed value are saved in pages while it is folded; the writes for the others are returned.
   * @throws TooManyPages
   */
  fold(member: Member, events: readonly Recorded[], maxPages = Infinity): Promise<Write[]> {
    return foldBatch(member.projection, events, this.paged(maxPages), this.work);
  }

  /** Saves writes and checkpoint; documents that another process had moved are loaded and folded again until none were. */
  async save(
    writes: Write[],
    events: readonly Recorded[],
    checkpoint: { name: string; value: Checkpoint },
  ): Promise<void> {
    const removedAt = this.ports.clock.machineNow();
    let moved = await this.put(withRemoval(writes, removedAt), checkpoint);
    while (moved.length > 0) {
      const again = new Set(moved);
      const refolded = await Promise.all(
        this.members.all.map(({ projection, key }) => {
          const only = new Set(
            [...again].filter((id) => id.startsWith(`${key}/`)).map((id) => id.slice(key.length + 1)),
          );
          return only.size > 0 ? foldBatch(projection, events, this.paged(), this.work, only) : [];
        }),
      );
      moved = await this.put(withRemoval(refolded.flat(), removedAt), checkpoint);
    }
  }

  /** After documents were blanked: the store's files hold nothing of what they were, either. */
  async scrub(): Promise<void> {
    await this.ports.documents.scrub?.();
  }

  private paged(maxPages = Infinity): FoldStore {
    const { documents, clock } = this.ports;
    let pages = 0;
    return {
      load: (collection, ids) => documents.load(collection, ids),
      find: (collection, query) => documents.find(collection, query),
      save: (writes) => {
        if (++pages > maxPages) throw new TooManyPages();
        return this.put(withRemoval(writes, clock.machineNow()));
      },
    };
  }

  private async put(...asked: Parameters<DocumentStore['save']>): Promise<string[]> {
    await this.confirm();
    return this.ports.documents.save(...asked);
  }
}

/** One batch changes more documents at once than other projections should wait for. */
export class TooManyPages extends Error {}

/** Adds to each tombstone the time from which its age counts. */
function withRemoval(writes: readonly Write[], removedAt: Instant): Write[] {
  return writes.map((write) => (write.document ? write : { ...write, removedAt }));
}
