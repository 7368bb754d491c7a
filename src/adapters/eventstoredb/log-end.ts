import { BACKWARDS, END, type AllStreamRecordedEvent, type ReadPosition } from '@eventstore/db-client';
import type { Position } from '../../kernel/ports/event-store.ts';
import { afterPosition, toPosition } from './positions.ts';

const LARGEST_PAGE = 500;

type Read = (options: {
  direction: typeof BACKWARDS;
  fromPosition: ReadPosition;
  maxCount: number;
}) => Promise<AllStreamRecordedEvent[]>;

/** The end of our part of the log. Others write there too; each of their events is read once, however long we are idle. */
export class LogEnd {
  private ours: Position | undefined;
  /** Everything up to here has been read, and none of it is ours and newer than `ours`. */
  private looked: Position | undefined;
  private looking: Promise<unknown> | undefined;

  constructor(
    private readonly read: Read,
    private readonly isOurs: (event: AllStreamRecordedEvent) => boolean,
  ) {}

  /** Records the position of one of our events. */
  note(position: Position): void {
    this.ours = afterPosition(this.ours, position);
  }

  /** The end as known without a read. */
  get position(): Position | undefined {
    return this.ours;
  }

  async find(): Promise<Position | undefined> {
    // A search that has started may miss the newest event, but leaves little to read. If it fails, this one would too.
    if (this.looking) await this.looking;
    const look = this.look().finally(() => (this.looking = this.looking === look ? undefined : this.looking));
    this.looking = look;
    await look;
    return this.ours;
  }

  /** Reads backwards: first one event, then growing pages until one is ours, so that little is read twice. */
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
