import { BACKWARDS, END, type AllStreamRecordedEvent, type ReadPosition } from '@eventstore/db-client';
import type { Position } from '../../kernel/ports/event-store.ts';
import { afterPosition, toPosition } from './positions.ts';

const LARGEST_PAGE = 500;

type Read = (options: {
  direction: typeof BACKWARDS;
  fromPosition: ReadPosition;
  maxCount: number;
}) => Promise<AllStreamRecordedEvent[]>;

/** Where our part of the log ends. Others write there too: each event of theirs is looked at once, however long we are idle. */
export class LogEnd {
  private ours: Position | undefined;
  /** What comes before is known, and none of it is newer than `ours`. */
  private looked: Position | undefined;
  private looking: Promise<unknown> | undefined;

  constructor(
    private readonly read: Read,
    private readonly isOurs: (event: AllStreamRecordedEvent) => boolean,
  ) {}

  /** Of an event of ours, wherever it was met. */
  note(position: Position): void {
    this.ours = afterPosition(this.ours, position);
  }

  /** As far as is known without looking. */
  get position(): Position | undefined {
    return this.ours;
  }

  async find(): Promise<Position | undefined> {
    // A look that has begun may have missed the newest event by now, and leaves little to look at. Where it fails, this one would as well.
    if (this.looking) await this.looking;
    const look = this.look().finally(() => (this.looking = this.looking === look ? undefined : this.looking));
    this.looking = look;
    await look;
    return this.ours;
  }

  /** Backwards: first at one event, and on in growing pages where that is not ours, so that little is looked at again. */
  private async look(): Promise<void> {
    let newest: Position | undefined;
    let fromPosition: ReadPosition = END;
    for (let maxCount = 1; ; maxCount = Math.min(4 * maxCount, LARGEST_PAGE)) {
      const page = await this.read({ direction: BACKWARDS, fromPosition, maxCount });
      const oldest = page.at(-1);
      newest ??= page[0] && toPosition(page[0].position);
      const found = page.find((event) => this.isOurs(event));
      if (found) this.note(toPosition(found.position));
      if (found || !oldest || this.isKnown(toPosition(oldest.position))) break;
      fromPosition = oldest.position;
    }
    if (newest !== undefined) this.looked = afterPosition(this.looked, newest);
  }

  private isKnown(position: Position): boolean {
    return [this.looked, this.ours].some((known) => known !== undefined && position <= known);
  }
}
