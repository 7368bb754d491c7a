import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/errors.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { causeOf } from '../subscriptions/subscription-bill.rules.ts';
import { subscriptionStream, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import { explanationOf } from './order-explanation.rules.ts';
import { orderStream, type OrderEvent } from './order.events.ts';
import type { OrderExplanation } from './orders.dto.ts';

/** How an order's amounts were made, from its own event and the one that caused it. */
@Injectable()
export class OrderExplanations {
  constructor(private readonly executor: Executor) {}

  /** @throws NotFound */
  async of(orderId: string, scope: TenantScope): Promise<OrderExplanation> {
    const [created] = await this.executor.load<OrderEvent>(orderStream(orderId), scope);
    if (created?.type !== 'OrderCreated') throw new NotFound();
    const { currency, subscriptionId } = created.data;
    const cause = subscriptionId === null ? undefined : await this.causeOf(subscriptionId, orderId, scope);
    const events = [...(cause ? [cause] : []), created].map(({ id, type, metadata }) => ({
      id,
      type,
      at: metadata.occurredAt,
    }));
    return { order_id: orderId, currency, amounts: explanationOf(created.data), events };
  }

  private async causeOf(
    subscriptionId: string,
    orderId: string,
    scope: TenantScope,
  ): Promise<Recorded<SubscriptionEvent> | undefined> {
    const events = await this.executor.load<SubscriptionEvent>(subscriptionStream(subscriptionId), scope);
    return events[causeOf(events, orderId)];
  }
}
