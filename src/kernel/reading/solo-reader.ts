import type { EventStore, Position, StoredEvent } from '../ports/event-store.ts';
import { isReadable, type Codec, type Opened } from '../writing/codec.ts';
import type { Recorded } from '../writing/events.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { Checkpoints } from './checkpoints.ts';
import { allOf, type Member } from './members.ts';
import { firstUnreadable, neededBy } from './projection.ts';

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
    for await (const { opened, last } of this.batches(behind, until, reading)) {
      const left = behind.filter((member) => !failures.has(member) && (member.position ?? '') < last.position);
      const folded = await allOf(left, async (member) => {
        await this.foldReadable(member, opened.filter(isAfter(member.position)), last);
        onProgress(member.key, last.position);
      });
      for (const [member, error] of folded.failures) failures.set(member, error);
      if (failures.size === behind.length) reading.abort();
    }
    return failures;
  }

  private async *batches(members: readonly Member[], until: Position, reading: AbortController) {
    const { store, codec } = this.ports;
    const signal = AbortSignal.any([reading.signal, this.stopping]);
    const isNeeded = neededBy(members.map(({ projection }) => projection));
    for await (const batch of store.subscribe(lowestOf(members), signal)) {
      const events = batch.filter(({ position }) => position <= until);
      const last = events.at(-1);
      if (last) yield { opened: await codec.openEach(events.filter(isNeeded)), last };
      if (batch.at(-1)!.position >= until) reading.abort();
    }
  }

  /** @param last of the batch, of which `opened` has only the events that are needed */
  private async foldReadable(member: Member, opened: readonly Opened[], last: StoredEvent): Promise<void> {
    const unreadable = firstUnreadable(opened, member.projection);
    const events = (unreadable ? opened.slice(0, opened.indexOf(unreadable)) : opened).filter(isReadable);
    await this.fold(member, events, unreadable ? events.at(-1) : last);
    if (unreadable) throw unreadable;
  }

  private async fold(
    member: Member,
    events: readonly Recorded[],
    upTo: { position: Position; id: string } | undefined,
  ): Promise<void> {
    if (!upTo) return;
    const value = this.checkpoints.ownAfter(upTo);
    const writes = await this.writer.fold(member, events);
    await this.writer.save(writes, events, { name: member.key, value });
    member.position = upTo.position;
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
