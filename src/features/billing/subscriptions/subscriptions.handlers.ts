import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { Claims } from '../../../kernel/claim.ts';
import type { EventStore } from '../../../kernel/event-store.ts';
import { Executor, type Executed } from '../../../kernel/execute.ts';
import {
  CancelSubscription,
  CreateSubscription,
  FailRenewal,
  RenewSubscription,
  RevokeCustomerSubscriptions,
  RevokeSubscription,
  UncancelSubscription,
} from './subscription.commands.ts';
import { subscriptionDecider, type SubscriptionState } from './subscription.decider.ts';
import { subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';
import { SubscriptionReader } from './subscriptions.queries.ts';

type Changed = Executed<SubscriptionState, SubscriptionEvent>;

/** Ends at once, and frees the customer for another subscription before the answer. */
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

/** Every live subscription of a customer that was deleted. */
@CommandHandler(RevokeCustomerSubscriptions)
export class RevokeCustomerSubscriptionsHandler {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly subscriptions: SubscriptionReader,
    private readonly revoke: RevokeSubscriptionHandler,
  ) {}

  async execute({ data: { customerId }, context }: RevokeCustomerSubscriptions): Promise<void> {
    await caughtUp(this.runtime, this.store);
    for (const { id: subscriptionId } of await this.subscriptions.liveOf(customerId)) {
      const data = { subscriptionId, organizationIds: 'system' as const, reason: null, comment: null };
      await this.revoke.execute(new RevokeSubscription(data, context, `RevokeSubscription:${subscriptionId}`));
    }
  }
}

export const subscriptionHandlers: Type[] = [
  RevokeSubscriptionHandler,
  RevokeCustomerSubscriptionsHandler,
  ...handlersOf(
    subscriptionDecider,
    ({ subscriptionId }: { subscriptionId: string }) => subscriptionStream(subscriptionId),
    CreateSubscription,
    FailRenewal,
    CancelSubscription,
    UncancelSubscription,
  ),
  ...handlersOf(subscriptionDecider, ({ id }: { id: string }) => subscriptionStream(id), RenewSubscription),
];
