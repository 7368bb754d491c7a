import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LogTail } from '../../../app/log-tail.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { messageOf } from './portal-stream.rules.ts';

/** A customer's tabs and devices. */
const MAX_PER_CUSTOMER = 10;
const MAX_PER_PROCESS = 2_000;
/** A client whose stream has ended opens another, for which it needs a session. */
const MOST_HEARTBEATS = 40;

/** Where messages go: an HTTP response. */
interface Sink {
  /** @returns false if its buffer is full */
  write(text: string): boolean;
  end(): void;
  destroy(): void;
}

/** Tells customers what they are granted and what is revoked, once the read models show it. */
@Injectable()
export class PortalStreams implements BeforeApplicationShutdown {
  /** By customer; how many heartbeats each has had. */
  private readonly sinks = new Map<string, Map<Sink, number>>();
  private size = 0;
  private leaveTail: (() => void) | undefined;

  constructor(private readonly tail: LogTail) {}

  /** @throws DomainError 429 too many streams of the customer are open · 503 of all customers */
  demandRoom(customerId: string): void {
    if (this.size >= MAX_PER_PROCESS)
      throw new DomainError('ServiceUnavailable', 'Too many streams are open; try again later', 503);
    if ((this.sinks.get(customerId)?.size ?? 0) >= MAX_PER_CUSTOMER)
      throw new DomainError('TooManyRequests', `At most ${MAX_PER_CUSTOMER} streams may be open; close one`, 429);
  }

  /** @returns a function that ends the stream */
  follow(customerId: string, sink: Sink): () => void {
    const own = this.sinks.get(customerId) ?? new Map<Sink, number>();
    this.sinks.set(customerId, own.set(sink, 0));
    this.size += 1;
    this.leaveTail ??= this.tail.listen({
      report: (batch) => this.report(batch),
      missed: () => this.leaveAll(),
      beat: () => this.beat(),
    });
    return () => this.leave(customerId, sink);
  }

  beforeApplicationShutdown(): void {
    this.leaveAll();
  }

  private report(batch: readonly StoredEvent[]): void {
    for (const event of batch) {
      const told = messageOf(event);
      if (!told) continue;
      for (const sink of [...(this.sinks.get(told.customerId)?.keys() ?? [])])
        this.write(told.customerId, sink, `data: ${JSON.stringify(told.message)}\n\n`);
    }
  }

  private beat(): void {
    for (const [customerId, own] of [...this.sinks])
      for (const [sink, heartbeats] of [...own])
        if (heartbeats >= MOST_HEARTBEATS) this.leave(customerId, sink);
        else {
          own.set(sink, heartbeats + 1);
          this.write(customerId, sink, ':\n\n');
        }
  }

  /** Nobody reads so slowly that more than a message waits. */
  private write(customerId: string, sink: Sink, text: string): void {
    if (sink.write(text)) return;
    this.leave(customerId, sink);
    sink.destroy();
  }

  private leaveAll(): void {
    for (const [customerId, own] of [...this.sinks]) for (const sink of [...own.keys()]) this.leave(customerId, sink);
  }

  private leave(customerId: string, sink: Sink): void {
    const own = this.sinks.get(customerId);
    if (!own?.delete(sink)) return;
    this.size -= 1;
    sink.end();
    if (own.size === 0) this.sinks.delete(customerId);
    if (this.size > 0) return;
    this.leaveTail?.();
    this.leaveTail = undefined;
  }
}
