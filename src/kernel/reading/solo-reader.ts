import type { EventStore, Position } from '../ports/event-store.ts';
import { isReadable, type Codec, type Opened } from '../writing/codec.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { Checkpoints } from './checkpoints.ts';
import { allOf, type Member } from './members.ts';
import { firstUnreadable } from './projection.ts';

/** Called after each batch, with the name of a projection. */
export type OnProgress = (name: string, position: Position) => void;

/** Reads the log for projections that are behind, beside those that share a checkpoint. */
export class SoloReader {
  constructor(
    private readonly ports: { store: EventStore; codec: Codec },
    private readonly writer: BatchWriter,
    private readonly checkpoints: Checkpoints,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Reads the log once for several projections, and folds into each the events from its own checkpoint up to a position.
   * @returns the error of each that failed, such as UnreadableEvent: it has folded everything before that event
   */
  async chase(
    members: readonly Member[],
    until: Position,
    onProgress: OnProgress = () => undefined,
  ): Promise<Map<Member, unknown>> {
    const failures = new Map<Member, unknown>();
    const behind = members.filter(({ position }) => position === undefined || position < until);
    if (behind.length === 0) return failures;
    const reading = new AbortController();
    for await (const opened of this.batches(lowestOf(behind), until, reading)) {
      const left = behind.filter((member) => !failures.has(member));
      const folded = await allOf(left, async (member) => {
        await this.foldReadable(member, opened.filter(isAfter(member.position)));
        if (member.position) onProgress(member.key, member.position);
      });
      for (const [member, error] of folded.failures) failures.set(member, error);
      if (failures.size === behind.length) reading.abort();
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

  private async foldReadable(member: Member, opened: readonly Opened[]): Promise<void> {
    const unreadable = firstUnreadable(opened, member.projection);
    await this.fold(member, unreadable ? opened.slice(0, opened.indexOf(unreadable)) : opened);
    if (unreadable) throw unreadable;
  }

  private async fold(member: Member, opened: readonly Opened[]): Promise<void> {
    const events = opened.filter(isReadable);
    const last = events.at(-1);
    if (!last) return;
    const value = this.checkpoints.ownAfter(last);
    const writes = await this.writer.fold(member, events);
    await this.writer.save(writes, events, { name: member.key, value });
    member.position = last.position;
  }
}

/** Where the one that is furthest behind stands. */
function lowestOf(members: readonly Member[]): Position | undefined {
  const positions = members.map(({ position }) => position ?? '');
  return positions.reduce((lowest, position) => (position < lowest ? position : lowest)) || undefined;
}

function isAfter(position: Position = ''): (opened: Opened) => boolean {
  return (opened) => (isReadable(opened) ? opened : opened.event).position > position;
}
