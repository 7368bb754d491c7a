import type { Position } from '../ports/event-store.ts';

/** The rate is that of the last seconds, so that it follows what the machine does now. */
const WINDOW_MS = 10_000;
const COMMIT_DIGITS = 20;

export interface ProgressReport {
  /** Events read. */
  events: number;
  /** How much of the log has been read, from 0 to 1. */
  share: number;
  eventsPerSecond: number;
  /** undefined until there is a rate. */
  secondsLeft: number | undefined;
}

/** How far a reader of the log has come, and how long the rest will take at its speed. */
export class Progress {
  private readonly samples: { at: number; share: number; events: number }[];

  /** @param now in milliseconds */
  constructor(
    private readonly from: Position | undefined,
    private readonly until: Position,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.samples = [{ at: now(), share: 0, events: 0 }];
  }

  passed(position: Position, events: number): void {
    const at = this.now();
    this.samples.push({ at, share: this.shareAt(position), events: this.samples.at(-1)!.events + events });
    while (this.samples.length > 2 && this.samples[1]!.at < at - WINDOW_MS) this.samples.shift();
  }

  get report(): ProgressReport {
    const [first, last] = [this.samples[0]!, this.samples.at(-1)!];
    const seconds = (last.at - first.at) / 1_000;
    const speed = seconds > 0 ? (last.share - first.share) / seconds : 0;
    return {
      events: last.events,
      share: last.share,
      eventsPerSecond: seconds > 0 ? Math.round((last.events - first.events) / seconds) : 0,
      secondsLeft: speed > 0 ? Math.ceil((1 - last.share) / speed) : undefined,
    };
  }

  private shareAt(position: Position): number {
    const [from, at, until] = [this.from ?? '0', position, this.until].map((one) =>
      BigInt(one.slice(0, COMMIT_DIGITS)),
    );
    return until! > from! ? Math.min(1, Number(at! - from!) / Number(until! - from!)) : 1;
  }
}

/** Of several readers, the one that has the longest way to go. */
export function furthestBehind(reports: readonly ProgressReport[]): ProgressReport | undefined {
  return reports.toSorted((a, b) => a.share - b.share)[0];
}

/** `54 % of the log, 11,000 events/s, 2 min left` */
export function progressText({ share, eventsPerSecond, secondsLeft }: ProgressReport): string {
  const left = secondsLeft === undefined ? [] : [`${durationText(secondsLeft)} left`];
  const rate = eventsPerSecond > 0 ? [`${eventsPerSecond.toLocaleString('en')} events/s`] : [];
  return [`${Math.floor(share * 100)} % of the log`, ...rate, ...left].join(', ');
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
