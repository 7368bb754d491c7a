import { Injectable } from '@nestjs/common';
import { Followers, type Sink } from '../../../app/reading/followers.ts';
import { LogTail } from '../../../app/reading/log-tail.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { messageOf } from './portal-stream.rules.ts';

/** Tells customers what they are granted and what is revoked, once the read models show it. */
@Injectable()
export class PortalStreams {
  private readonly customers: Followers;

  constructor(tail: LogTail) {
    this.customers = new Followers(tail, (batch) => this.report(batch));
  }

  /** @returns a function that ends the stream */
  follow(customerId: string, sink: Sink): () => void {
    return this.customers.add({ entityId: customerId, sink });
  }

  private report(batch: readonly StoredEvent[]): void {
    for (const event of batch) {
      const told = messageOf(event);
      for (const customer of told ? this.customers.of(told.customerId) : [])
        this.customers.send(customer, told!.message);
    }
  }
}
