import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import {
  CancelSubscription,
  ChangeSubscriptionProduct,
  CreateSubscription,
  FailRenewal,
  RenewSubscription,
  RevokeCustomerSubscriptions,
  RevokeSubscription,
  UncancelSubscription,
  UpgradeSubscription,
} from './subscription.commands.ts';
import {
  ordersAfter,
  subscriptionDecider,
  type RenewalFailure,
  type SubscriptionState,
} from './subscription.decider.ts';
import { subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';
import { SubscriptionReader } from './subscriptions.queries.ts';

type Changed = Executed<SubscriptionState, SubscriptionEvent>;

/** Ends it at once, and frees the customer for another subscription before answering. */
@CommandHandler(RevokeSubscription)
export class RevokeSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
  ) {}

  async execute(command: RevokeSubscription): Promise<Changed> {
    const stream = subscriptionStream(command.data.subscriptionId);
    const executed: Changed = await this.executor.execute(subscriptionDecider, stream, command);
    for (const event of executed.appended)
      if (event.type === 'SubscriptionRevoked' && event.data.released)
        await this.claims.release(event.data.released, stream, command.context);
    return executed;
  }
}

/** Revokes every live subscription of a deleted customer. */
@CommandHandler(RevokeCustomerSubscriptions)
export class RevokeCustomerSubscriptionsHandler {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly subscriptions: SubscriptionReader,
    private readonly revoke: RevokeSubscriptionHandler,
  ) {}

  async execute({ data: { customerId }, context }: RevokeCustomerSubscriptions): Promise<void> {
    await caughtUp(this.runtime, this.store, 'billing');
    for (const { id: subscriptionId } of await this.subscriptions.liveOf(customerId)) {
      const data = { subscriptionId, evenIfEnded: true, reason: null, comment: null };
      await this.revoke.execute(new RevokeSubscription(data, context, `RevokeSubscription:${subscriptionId}`));
    }
  }
}

/** Past due, unless a later renewal has been paid: then only the order stays unpaid. */
@CommandHandler(FailRenewal)
export class FailRenewalHandler {
  constructor(private readonly executor: Executor) {}

  async execute(command: FailRenewal): Promise<void> {
    const { data, context } = command;
    const stream = subscriptionStream(data.subscriptionId);
    const { state } = await this.executor.state(subscriptionDecider, stream, context.scope);
    const paidOrderIds: string[] = [];
    for (const orderId of ordersAfter(state, data.orderId)) {
      const events = await this.executor.load<OrderEvent>(orderStream(orderId), context.scope);
      if (events.some(isPaid)) paidOrderIds.push(orderId);
    }
    const failure: RenewalFailure = { ...data, paidOrderIds };
    await this.executor.execute(subscriptionDecider, stream, command.with(failure));
  }
}

/** If nothing is due, an order is created paid. */
function isPaid({ type, data }: OrderEvent): boolean {
  return type === 'OrderPaid' || (type === 'OrderCreated' && data.status === 'paid');
}

export const subscriptionHandlers: Type[] = [
  FailRenewalHandler,
  RevokeSubscriptionHandler,
  RevokeCustomerSubscriptionsHandler,
  ...handlersOf(
    subscriptionDecider,
    ({ subscriptionId }: { subscriptionId: string }) => subscriptionStream(subscriptionId),
    CreateSubscription,
    UpgradeSubscription,
    ChangeSubscriptionProduct,
    CancelSubscription,
    UncancelSubscription,
  ),
  ...handlersOf(subscriptionDecider, ({ id }: { id: string }) => subscriptionStream(id), RenewSubscription),
];
