import type { UnreadableEvent } from '../errors.ts';
import { lowestOf, type Position, type StoredEvent } from '../ports/event-store.ts';
import { isReadable, type Opened } from '../writing/codec.ts';
import type { Recorded } from '../writing/events.ts';
import type { BatchWriter } from './batch-writer.ts';
import type { Checkpoints } from './checkpoints.ts';
import { allOf, type Member } from './members.ts';
import type { Part, Passes } from './passes.ts';
import { firstUnreadable, isErasure, neededBy } from './projection.ts';

/** Reads the log for projections that are behind, beside those that share a checkpoint. */
export class SoloReader {
  constructor(
    private readonly passes: Passes,
    private readonly writer: BatchWriter,
    private readonly checkpoints: Checkpoints,
    private readonly stopping: AbortSignal,
  ) {}

  /**
   * Reads the log once for several projections, and folds into each the events from its own checkpoint up to a position.
   * @param read by which pass; by default one of its own
   * @returns the error of each that failed, such as UnreadableEvent: it has folded everything before that event
   */
  async chase(
    members: readonly Member[],
    until: Position,
    read: (part: Part) => Promise<void> = (part) => this.passes.alone(part),
  ): Promise<Map<Member, unknown>> {
    const failures = new Map<Member, unknown>();
    let erases = false;
    const behind = members.filter(({ position }) => position === undefined || position < until);
    if (behind.length === 0) return failures;
    await this.checkpoints.clear(behind, this.stopping, { toFill: true });
    if (this.stopping.aborted) return failures;
    const reading = new AbortController();
    await read({
      after: lowestOf(behind.map(({ position }) => position)),
      until,
      isNeeded: neededBy(behind.map(({ projection }) => projection)),
      signal: AbortSignal.any([reading.signal, this.stopping]),
      take: async (opened, last) => {
        const left = behind.filter((member) => !failures.has(member) && (member.position ?? '') < last.position);
        const folded = await allOf(left, async (member) => {
          const { events, unreadable } = await this.foldReadable(member, opened, until, last);
          erases ||= events.some(isErasure);
          if (unreadable) throw unreadable;
        });
        for (const [member, error] of folded.failures) failures.set(member, error);
        if (failures.size === behind.length) reading.abort();
      },
    });
    // Once for all that was read, which may be the whole log.
    if (erases) await this.writer.scrub();
    return failures;
  }

  /**
   * @param last of the batch, which may reach beyond `until`
   * @returns what was folded: everything before the first event that the projection needs and that cannot be read
   */
  private async foldReadable(
    member: Member,
    opened: readonly Opened[],
    until: Position,
    last: StoredEvent,
  ): Promise<{ events: Recorded[]; unreadable: UnreadableEvent | undefined }> {
    const isWhole = opened.length === 0 || (isWithin(opened[0]!, member.position, until) && last.position <= until);
    const wanted = isWhole ? opened : opened.filter((event) => isWithin(event, member.position, until));
    const unreadable = firstUnreadable(wanted, member.projection);
    const events = (unreadable ? wanted.slice(0, wanted.indexOf(unreadable)) : wanted).filter(isReadable);
    await this.fold(member, events, !unreadable && last.position <= until ? last : events.at(-1));
    // Where the pass goes on for others, the event at `until` is not the last one of a batch.
    if (!unreadable) member.position = last.position < until ? last.position : until;
    return { events, unreadable };
  }

  private async fold(
    member: Member,
    events: readonly Recorded[],
    upTo: { position: Position; id: string } | undefined,
  ): Promise<void> {
    if (!upTo) return;
    const value = this.checkpoints.ownAfter(member, upTo);
    const writes = await this.writer.fold(member, events);
    await this.writer.save(writes, events, { name: member.key, value });
    member.position = upTo.position;
  }
}

function isWithin(opened: Opened, after: Position = '', until: Position): boolean {
  const { position } = isReadable(opened) ? opened : opened.event;
  return after < position && position <= until;
}
