import type { StoredEvent } from '../../kernel/ports/event-store.ts';
import type { LogTail } from './log-tail.ts';

/** Ten minutes: a client that still follows then opens another stream, for which it needs its permission again. */
const MOST_HEARTBEATS = 40;

/** Where messages go: an HTTP response. */
export interface Sink {
  /** @returns false if its buffer is full */
  write(text: string): boolean;
  end(): void;
  destroy(): void;
}

/** A client that follows one entity, such as a checkout. */
export interface Follower {
  readonly entityId: string;
  readonly sink: Sink;
}

/** Clients that follow one kind of entity, and what follows the log for them while there are any. None reads so slowly that more than a message waits. */
export class Followers<F extends Follower = Follower> {
  /** By entity; how many heartbeats each has had. */
  private readonly byEntity = new Map<string, Map<F, number>>();
  private leaveTail: (() => void) | undefined;

  /** @param report called with events as they are stored, once the read models show them */
  constructor(
    private readonly tail: LogTail,
    private readonly report: (batch: readonly StoredEvent[]) => void,
  ) {}

  /** @returns a function that ends its stream */
  add(follower: F): () => void {
    const others = this.byEntity.get(follower.entityId) ?? new Map<F, number>();
    this.byEntity.set(follower.entityId, others.set(follower, 0));
    this.leaveTail ??= this.tail.listen({
      report: this.report,
      // A client whose stream has ended opens another, which begins with how things stand.
      missed: () => this.all().forEach((one) => this.leave(one)),
      beat: () => this.beat(),
    });
    return () => this.leave(follower);
  }

  of(entityId: string): F[] {
    return [...(this.byEntity.get(entityId)?.keys() ?? [])];
  }

  all(): F[] {
    return [...this.byEntity.keys()].flatMap((entityId) => this.of(entityId));
  }

  send(follower: F, message: object): void {
    this.write(follower, `data: ${JSON.stringify(message)}\n\n`);
  }

  leave(follower: F): void {
    const others = this.byEntity.get(follower.entityId);
    if (!others?.delete(follower)) return;
    follower.sink.end();
    if (others.size === 0) this.byEntity.delete(follower.entityId);
    if (this.byEntity.size > 0) return;
    this.leaveTail?.();
    this.leaveTail = undefined;
  }

  private beat(): void {
    for (const others of [...this.byEntity.values()])
      for (const [follower, heartbeats] of [...others])
        if (heartbeats >= MOST_HEARTBEATS) this.leave(follower);
        else {
          others.set(follower, heartbeats + 1);
          this.write(follower, ':\n\n');
        }
  }

  private write(follower: F, text: string): void {
    if (!this.byEntity.get(follower.entityId)?.has(follower) || follower.sink.write(text)) return;
    this.leave(follower);
    follower.sink.destroy();
  }
}
