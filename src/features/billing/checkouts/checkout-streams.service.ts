import { Injectable } from '@nestjs/common';
import { Followers, type Sink } from '../../../app/reading/followers.ts';
import { LogTail } from '../../../app/reading/log-tail.ts';
import type { StoredEvent } from '../../../kernel/ports/event-store.ts';
import { told, type CheckoutMessage, type Followed } from './checkout-stream.rules.ts';
import type { CheckoutDocument } from './checkout.projection.ts';

/** A buyer's page. */
interface Page {
  entityId: string;
  sink: Sink;
  followed: Followed;
  isTold: boolean;
}

/** Tells the pages of checkouts what happens to them, once the read models show it. */
@Injectable()
export class CheckoutStreams {
  private readonly pages: Followers<Page>;

  constructor(private readonly tail: LogTail) {
    this.pages = new Followers(tail, (batch) => this.report(batch));
  }

  /**
   * Tells how the checkout stands, and then what happens to it.
   * @param current reads its status, after following has begun
   * @returns a function that ends the stream
   */
  follow(checkoutId: string, sink: Sink, current: () => Promise<CheckoutDocument['status']>): () => void {
    const page: Page = { entityId: checkoutId, sink, followed: { checkoutId, status: 'open' }, isTold: false };
    const leave = this.pages.add(page);
    void this.tellCurrent(page, current);
    return leave;
  }

  private async tellCurrent(page: Page, current: () => Promise<CheckoutDocument['status']>): Promise<void> {
    try {
      await this.tail.ready();
      const status = await current();
      // An event that was reported meanwhile is newer.
      if (page.isTold) return;
      page.followed = { ...page.followed, status };
      this.tell(page, { key: 'checkout.updated', payload: { status } });
    } catch {
      // The page asks again, and is told what is wrong.
      this.pages.leave(page);
    }
  }

  private report(batch: readonly StoredEvent[]): void {
    for (const event of batch)
      for (const page of this.concerned(event)) {
        const { message, ...followed } = told(page.followed, event) ?? {};
        if (!message) continue;
        page.followed = followed as Followed;
        this.tell(page, message);
      }
  }

  private concerned({ type, data }: StoredEvent): Page[] {
    if (type === 'WebhookOutcomesRecorded') return this.pages.all();
    const { checkoutId } = data;
    return typeof checkoutId === 'string' ? this.pages.of(checkoutId) : [];
  }

  private tell(page: Page, message: CheckoutMessage): void {
    page.isTold = true;
    this.pages.send(page, message);
  }
}
