import type { Position } from '../../kernel/ports/event-store.ts';
import { afterPosition } from './positions.ts';

/** The known extent of the log: what this process has seen, and what others have reported. */
export class Known {
  private seen: Position | undefined;
  private reported: Position | undefined;
  /** Reported, although the log ends before it. */
  private refuted: Position | undefined;

  constructor(
    /** A leader that was frozen may lag for about a second after it thaws; a log that ends earlier for longer than this was restored. */
    private readonly restoredAfterMs: number,
  ) {}

  /** Records an event that this process has appended or read. */
  see(position: Position): void {
    this.seen = afterPosition(this.seen, position);
  }

  /** Records a checkpoint, which is valid unless an earlier log was restored. */
  report(position: Position): void {
    if (this.refuted === undefined || position > this.refuted) this.reported = afterPosition(this.reported, position);
  }

  /** The position known now; a read that has started need not reach later ones. */
  now() {
    const { seen, reported } = this;
    return {
      position: reported === undefined ? seen : afterPosition(seen, reported),
      /** Whether a log that has ended at `shown` for this long refutes the reported position. */
      isRefutedBy: (shown: Position | undefined, ms: number): boolean => {
        if (reported === undefined || ms < this.restoredAfterMs) return false;
        if (seen !== undefined && (shown === undefined || shown < seen)) return false;
        this.refuted = afterPosition(this.refuted, reported);
        if (this.reported !== undefined && this.reported <= this.refuted) this.reported = undefined;
        return true;
      },
    };
  }
}
