import type { ChangedEntity } from './change.rules.ts';

/** At most one message is sent in this time. */
const EVERY_MS = 1_000;
/** Beyond this many ids, the client reloads everything. */
const MAX_IDS = 100;

/** Where messages go: an HTTP response. */
export interface Sink {
  /** @returns false if its buffer is full, until `drain` */
  write(text: string): boolean;
  once(event: 'drain', then: () => void): unknown;
  end(): void;
  destroy(): void;
}

/**
 * One client's server-sent events. All changes of a second are one message. Messages for a client that reads more slowly are dropped, to bound
 * memory: once it has read what was sent, it is asked to reload everything (`resync`).
 */
export class ChangeStream {
  private entities = new Set<ChangedEntity>();
  private ids = new Set<string>();
  private hasLost = false;
  private isFull = false;
  /** Full since before the last heartbeat. */
  private isStuck = false;
  private isOver = false;
  private sent = 0;
  private waiting: NodeJS.Timeout | undefined;

  constructor(private readonly sink: Sink) {}

  add(entities: readonly ChangedEntity[], ids: readonly string[]): void {
    if (this.isOver || entities.length === 0) return;
    for (const entity of entities) this.entities.add(entity);
    for (const id of ids) this.ids.add(id);
    if (this.isFull || this.ids.size > MAX_IDS) this.lose();
    this.plan();
  }

  /** Asks the client to reload everything, because it may have missed something. */
  resync(): void {
    if (this.isOver) return;
    this.lose();
    this.plan();
  }

  /** Keeps proxies from closing a silent connection; ends one that has read nothing since the last heartbeat. */
  heartbeat(): void {
    if (this.isStuck) {
      this.end();
      this.sink.destroy();
    } else if (this.isFull) this.isStuck = true;
    else this.write(':\n\n');
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.waiting);
    this.sink.end();
  }

  private lose(): void {
    this.hasLost = true;
    this.entities.clear();
    this.ids.clear();
  }

  /** Sends at once, or a second after the last message. */
  private plan(): void {
    if (this.waiting || this.isFull || this.isOver) return;
    this.send();
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.hasLost || this.entities.size > 0) this.plan();
    }, EVERY_MS);
    this.waiting.unref();
  }

  private send(): void {
    const message = { entities: [...this.entities], ids: [...this.ids], ...(this.hasLost && { resync: true }) };
    this.entities.clear();
    this.ids.clear();
    this.hasLost = false;
    this.write(`id: ${(this.sent += 1)}\ndata: ${JSON.stringify(message)}\n\n`);
  }

  private write(text: string): void {
    if (this.isOver || this.sink.write(text)) return;
    this.isFull = true;
    this.sink.once('drain', () => {
      this.isFull = false;
      this.isStuck = false;
      if (this.hasLost) this.plan();
    });
  }
}
