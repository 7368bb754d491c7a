import type { Purchase } from '@/api/checkout';

interface Waiting {
  change: () => Purchase;
  timer: ReturnType<typeof setTimeout>;
}

interface Reports {
  /** Anything has begun or ended. */
  onChange: () => void;
  onAnswer: (change: Purchase) => void;
  onError: (error: unknown, change: Purchase) => Promise<void>;
}

/**
 * A buyer's changes on their way to the server. They are sent one at a time, in the order in which they were made, so the last answer
 * is the newest, whatever the network does.
 */
export class Edits {
  private readonly waiting = new Map<string, Waiting>();
  private sending: Promise<void> = Promise.resolve();
  private open = 0;

  constructor(
    private readonly send: (change: Purchase) => Promise<unknown>,
    private readonly reports: Reports,
  ) {}

  /** Something is waiting, or has not been answered. */
  get isPending(): boolean {
    return this.waiting.size > 0 || this.open > 0;
  }

  /** Sends a change after a pause; a later one of the same kind takes its place. `change` is read when it is sent. */
  edit(kind: string, change: () => Purchase, pauseMs = 0): void {
    this.drop(kind);
    this.waiting.set(kind, { change, timer: setTimeout(() => this.dispatch(kind), pauseMs) });
    this.reports.onChange();
  }

  /** Forgets a change that still waits. */
  drop(kind: string): void {
    clearTimeout(this.waiting.get(kind)?.timer);
    if (this.waiting.delete(kind)) this.reports.onChange();
  }

  /** Sends what waits, and resolves when everything has been answered. */
  async settle(): Promise<void> {
    for (const kind of [...this.waiting.keys()]) this.dispatch(kind);
    await this.sending;
  }

  private dispatch(kind: string): void {
    const entry = this.waiting.get(kind);
    if (!entry) return;
    clearTimeout(entry.timer);
    this.waiting.delete(kind);
    this.open += 1;
    this.sending = this.sending.then(() => this.deliver(entry.change()));
  }

  /** Never rejects: the next change follows anyway. */
  private async deliver(change: Purchase): Promise<void> {
    try {
      await this.send(change);
      this.reports.onAnswer(change);
    } catch (error) {
      await this.reports.onError(error, change);
    }
    this.open -= 1;
    this.reports.onChange();
  }
}
