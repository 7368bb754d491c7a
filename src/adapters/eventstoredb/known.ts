import type { Position } from '../../kernel/ports/event-store.ts';
import { afterPosition } from './positions.ts';

/** How far the log reaches, as far as is known: what this process has seen of it, and what others say they have. */
export class Known {
  private seen: Position | undefined;
  private said: Position | undefined;
  /** Said, and yet the log ends before it. */
  private refuted: Position | undefined;

  constructor(
    /** A leader that was frozen believes in itself for about a second after it thaws. A log that ends earlier for longer was restored. */
    private readonly restoredAfterMs: number,
  ) {}

  /** Of an event that this process has appended or read. */
  see(position: Position): void {
    this.seen = afterPosition(this.seen, position);
  }

  /** Of a checkpoint: right, unless the log was restored from before it. */
  hear(position: Position): void {
    if (this.refuted === undefined || position > this.refuted) this.said = afterPosition(this.said, position);
  }

  /** As of now; what becomes known later is not asked of a read that has begun. */
  now() {
    const { seen, said } = this;
    return {
      position: said === undefined ? seen : afterPosition(seen, said),
      /** Whether a log that has ended at `shown` for so long shows that what was said was wrong. */
      isRefutedBy: (shown: Position | undefined, ms: number): boolean => {
        if (said === undefined || ms < this.restoredAfterMs) return false;
        if (seen !== undefined && (shown === undefined || shown < seen)) return false;
        this.refuted = afterPosition(this.refuted, said);
        if (this.said !== undefined && this.said <= this.refuted) this.said = undefined;
        return true;
      },
    };
  }
}
