import { addSeconds, type Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Log } from '../ports/log.ts';
import type { Members } from './members.ts';
import { collectionOf } from './projection.ts';

/** Longer than any replay or frozen projector could still need a tombstone. */
const TOMBSTONE_SECONDS = 86_400;

/** Deletes old tombstones of removed documents. */
export class TombstoneSweeper {
  /** Why the last sweep failed; undefined if it succeeded. */
  failure: string | undefined;

  constructor(
    private readonly ports: { documents: DocumentStore; clock: Clock; log: Log },
    private readonly members: Members,
  ) {}

  async sweep(): Promise<void> {
    const { documents, clock, log } = this.ports;
    try {
      const before = addSeconds(clock.machineNow(), -TOMBSTONE_SECONDS);
      for (const { projection } of this.members.current()) await documents.sweep(collectionOf(projection), before);
      this.failure = undefined;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
      log.error('Sweeping tombstones failed: retrying in an hour', { error });
    }
  }
}
