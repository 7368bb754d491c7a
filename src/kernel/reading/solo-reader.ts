import { ServiceUnavailable } from '../errors.ts';
import type { EventStore, Position } from '../ports/event-store.ts';
import { isReadable, type Codec, type Opened } from '../writing/codec.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Member } from './members.ts';
import { firstUnreadable } from './projection.ts';

export type OnProgress = (position: Position) => void;

/** Reads the log for projections that are behind, beside those that share a checkpoint. */
export class SoloReader {
  constructor(
    private readonly ports: { store: EventStore; codec: Codec },
    private readonly writer: BatchWriter,
    private readonly checkpoints: Checkpoints,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Folds events from a projection's own checkpoint up to a position.
   * @throws UnreadableEvent the first that it handles and that cannot be read: it has folded everything before that
   */
  async chase(member: Member, until: Position, onProgress: OnProgress = () => undefined): Promise<void> {
    if (member.position !== undefined && member.position >= until) return;
    const reading = new AbortController();
    for await (const opened of this.batches(member.position, until, reading))
      await this.foldReadable(member, opened, onProgress);
  }

  /** Reads the log once, from its beginning, for several projections. @returns the error of each that failed */
  async replay(members: readonly Member[], until: Position): Promise<Map<Member, unknown>> {
    const failures = new Map<Member, unknown>();
    const reading = new AbortController();
    for await (const opened of this.batches(undefined, until, reading)) {
      for (const member of members.filter((one) => !failures.has(one)))
        await this.foldReadable(member, opened).catch((error: unknown) => {
          // An unavailable store is not a failure of the projection.
          if (error instanceof ServiceUnavailable) throw error;
          failures.set(member, error);
        });
      if (failures.size === members.length) reading.abort();
    }
    return failures;
  }

  private async *batches(after: Position | undefined, until: Position, reading: AbortController) {
    const signal = AbortSignal.any([reading.signal, this.stopping]);
    for await (const batch of this.ports.store.subscribe(after, signal)) {
      yield await this.ports.codec.openEach(batch.filter(({ position }) => position <= until));
      if (batch.at(-1)!.position >= until) reading.abort();
    }
  }

  private async foldReadable(member: Member, opened: readonly Opened[], onProgress?: OnProgress): Promise<void> {
    const unreadable = firstUnreadable(opened, member.projection);
    await this.fold(member, unreadable ? opened.slice(0, opened.indexOf(unreadable)) : opened, onProgress);
    if (unreadable) throw unreadable;
  }

  private async fold(member: Member, opened: readonly Opened[], onProgress?: OnProgress): Promise<void> {
    const events = opened.filter(isReadable);
    const last = events.at(-1);
    if (!last) return;
    const value = this.checkpoints.ownAfter(last);
    const writes = await this.writer.fold(member, events);
    await this.writer.save(writes, events, { name: member.key, value });
    member.position = last.position;
    onProgress?.(last.position);
  }
}
