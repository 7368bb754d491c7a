import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LogTail } from '../../../app/log-tail.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { told, type CheckoutMessage, type Followed } from './checkout-stream.rules.ts';
import type { CheckoutDocument } from './checkout.projection.ts';

/** The pages of one checkout: a buyer's tabs. */
const MAX_PER_CHECKOUT = 10;
const MAX_PER_PROCESS = 2_000;
/** After ten minutes a page that still waits opens another one. */
const MAX_HEARTBEATS = 40;

/** Where messages go: an HTTP response. */
export interface Sink {
  /** @returns false if its buffer is full */
  write(text: string): boolean;
  end(): void;
  destroy(): void;
}

interface Follower {
  followed: Followed;
  isTold: boolean;
  sink: Sink;
  heartbeats: number;
}

/** Tells the pages of checkouts what happens to them, once the read models show it. Nobody reads so slowly that more than a message waits. */
@Injectable()
export class CheckoutStreams implements BeforeApplicationShutdown {
  private readonly followers = new Map<string, Set<Follower>>();
  private size = 0;
  private leaveTail: (() => void) | undefined;
  private isOver = false;

  constructor(private readonly tail: LogTail) {}

  /** @throws DomainError 429 too many streams of the checkout are open · 503 of all checkouts */
  demandRoom(checkoutId: string): void {
    if (this.isOver || this.size >= MAX_PER_PROCESS)
      throw new DomainError('ServiceUnavailable', 'Too many streams are open; try again later', 503);
    if ((this.followers.get(checkoutId)?.size ?? 0) >= MAX_PER_CHECKOUT)
      throw new DomainError('TooManyRequests', `At most ${MAX_PER_CHECKOUT} streams may be open; close one`, 429);
  }

  /**
   * Tells how the checkout stands, and then what happens to it.
   * @param current reads its status, after following has begun
   * @returns a function that ends the stream
   */
  follow(checkoutId: string, sink: Sink, current: () => Promise<CheckoutDocument['status']>): () => void {
    const follower: Follower = { followed: { checkoutId, status: 'open' }, isTold: false, sink, heartbeats: 0 };
    const others = this.followers.get(checkoutId) ?? new Set();
    this.followers.set(checkoutId, others.add(follower));
    this.size += 1;
    this.leaveTail ??= this.tail.listen({
      report: (batch) => this.report(batch),
      // A page whose stream has ended opens another, which begins with how the checkout stands.
      missed: () => this.all().forEach((one) => this.leave(one)),
      beat: () => this.beat(),
    });
    void this.tellCurrent(follower, current);
    return () => this.leave(follower);
  }

  beforeApplicationShutdown(): void {
    this.isOver = true;
    for (const follower of this.all()) this.leave(follower);
  }

  private async tellCurrent(follower: Follower, current: () => Promise<CheckoutDocument['status']>): Promise<void> {
    try {
      await this.tail.ready();
      const status = await current();
      // An event that was reported meanwhile is newer.
      if (follower.isTold) return;
      follower.followed = { ...follower.followed, status };
      this.tell(follower, { key: 'checkout.updated', payload: { status } });
    } catch {
      // The page asks again, and is told what is wrong.
      this.leave(follower);
    }
  }

  private beat(): void {
    for (const follower of this.all())
      if ((follower.heartbeats += 1) > MAX_HEARTBEATS) this.leave(follower);
      else this.write(follower, ':\n\n');
  }

  private report(batch: readonly StoredEvent[]): void {
    for (const event of batch)
      for (const follower of this.concerned(event)) {
        const { message, ...followed } = told(follower.followed, event) ?? {};
        if (!message) continue;
        follower.followed = followed as Followed;
        this.tell(follower, message);
      }
  }

  private concerned({ type, data }: StoredEvent): Iterable<Follower> {
    if (type === 'WebhookOutcomesRecorded') return this.all();
    const { checkoutId } = data;
    return typeof checkoutId === 'string' ? [...(this.followers.get(checkoutId) ?? [])] : [];
  }

  private tell(follower: Follower, message: CheckoutMessage): void {
    follower.isTold = true;
    this.write(follower, `data: ${JSON.stringify(message)}\n\n`);
  }

  private write(follower: Follower, text: string): void {
    if (!this.followers.get(follower.followed.checkoutId)?.has(follower)) return;
    if (follower.sink.write(text)) return;
    this.leave(follower);
    follower.sink.destroy();
  }

  private leave(follower: Follower): void {
    const { checkoutId } = follower.followed;
    const others = this.followers.get(checkoutId);
    if (!others?.delete(follower)) return;
    this.size -= 1;
    follower.sink.end();
    if (others.size === 0) this.followers.delete(checkoutId);
    if (this.size > 0) return;
    this.leaveTail?.();
    this.leaveTail = undefined;
  }

  private all(): Follower[] {
    return [...this.followers.values()].flatMap((followers) => [...followers]);
  }
}
