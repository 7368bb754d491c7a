import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { isPaid } from '../orders/order-status.rules.ts';
import { orderStream, type OrderEvent } from '../orders/order.events.ts';
import {
  AbandonSubscription,
  AnnounceRenewal,
  CancelSubscription,
  ChangePaymentMethod,
  ChangeSubscriptionProduct,
  CreateSubscription,
  EndGrace,
  FailRenewal,
  RecordUsage,
  RecoverSubscription,
  RenewSubscription,
  RetryPayment,
  RevokeCustomerSubscriptions,
  RevokeSubscription,
  UncancelSubscription,
  UpgradeSubscription,
  WithdrawSubscriptionChange,
} from './subscription.commands.ts';
import { subscriptionDecider } from './subscription.decider.ts';
import { DEFAULT_DUNNING, ordersAfter, type DunningSettings, type RenewalFailure } from './dunning.rules.ts';
import { isLive, type SubscriptionState } from './subscription-state.rules.ts';
import { subscriptionStream, type SubscriptionEvent } from './subscription.events.ts';
import {
  AbandonSubscriptionHandler,
  ExpireSubscriptionHandler,
  RequestSubscriptionHandler,
} from './request.handlers.ts';
import { ProductChanges } from './product-changes.service.ts';
import { SubscriptionReader } from './subscriptions.queries.ts';

type Changed = Executed<SubscriptionState, SubscriptionEvent>;

/** Ends it at once, and frees the customer for another subscription before answering. */
@Handles(RevokeSubscription)
export class RevokeSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly abandoning: AbandonSubscriptionHandler,
  ) {}

  async execute(command: RevokeSubscription): Promise<Changed> {
    const { subscriptionId } = command.data;
    const stream = subscriptionStream(subscriptionId);
    const { state } = await this.executor.state(subscriptionDecider, stream, command.context.scope);
    if (state.status === 'incomplete')
      return this.abandoning.execute(new AbandonSubscription({ subscriptionId }, command.context));
    const executed: Changed = await this.executor.execute(subscriptionDecider, stream, command);
    for (const event of executed.appended)
      if (event.type === 'SubscriptionRevoked' && event.data.released)
        await this.claims.release(event.data.released, stream, command.context);
    return executed;
  }
}

/** Revokes every live subscription of a deleted customer. */
@Handles(RevokeCustomerSubscriptions)
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
@Handles(FailRenewal)
export class FailRenewalHandler {
  constructor(
    private readonly executor: Executor,
    private readonly organizations: OrganizationReader,
  ) {}

  async execute(command: FailRenewal): Promise<void> {
    const { data, context } = command;
    const stream = subscriptionStream(data.subscriptionId);
    const { state } = await this.executor.state(subscriptionDecider, stream, context.scope);
    const paidOrderIds: string[] = [];
    for (const orderId of ordersAfter(state, data.orderId)) {
      const events = await this.executor.load<OrderEvent>(orderStream(orderId), context.scope);
      if (isPaid(events)) paidOrderIds.push(orderId);
    }
    const dunning = isLive(state) ? await this.dunningOf(state.about.organizationId) : DEFAULT_DUNNING;
    const failure: RenewalFailure = { ...data, paidOrderIds, dunning };
    await this.executor.execute(subscriptionDecider, stream, command.with(failure));
  }

  private async dunningOf(organizationId: string): Promise<DunningSettings> {
    const settings = (await this.organizations.find([organizationId])).get(organizationId)?.billing_settings;
    if (!settings) return DEFAULT_DUNNING;
    return { graceDays: settings.benefit_grace_days, finalAction: settings.unpaid_action };
  }
}

/** Active again, unless the payment of a later order failed meanwhile: then it is past due for that one. */
@Handles(RecoverSubscription)
export class RecoverSubscriptionHandler {
  constructor(
    private readonly executor: Executor,
    private readonly failing: FailRenewalHandler,
  ) {}

  async execute(command: RecoverSubscription): Promise<Changed> {
    const { data, context } = command;
    const { subscriptionId } = data;
    const executed: Changed = await this.executor.execute(
      subscriptionDecider,
      subscriptionStream(subscriptionId),
      command,
    );
    for (const orderId of ordersAfter(executed.state, data.orderId)) {
      const paymentId = declinedIn(await this.executor.load<OrderEvent>(orderStream(orderId), context.scope));
      if (paymentId === undefined) continue;
      const failure = new FailRenewal({ subscriptionId, orderId, paymentId }, context, `FailRenewal:${orderId}`);
      await this.failing.execute(failure);
    }
    return executed;
  }
}

/** Gathers what a change depends on: the product's prices, the organization's settings, and whether the discount goes on. */
@Handles(ChangeSubscriptionProduct)
export class ChangeSubscriptionProductHandler {
  constructor(
    private readonly executor: Executor,
    private readonly changes: ProductChanges,
  ) {}

  async execute(command: ChangeSubscriptionProduct): Promise<Changed> {
    const { subscriptionId, productId, behavior } = command.data;
    const stream = subscriptionStream(subscriptionId);
    const { state } = await this.executor.state(subscriptionDecider, stream, command.context.scope);
    const change = await this.changes.to(productId, behavior, state, command.context.scope);
    return this.executor.execute(subscriptionDecider, stream, command.with({ subscriptionId, ...change }));
  }
}

/** The payment that failed, if the order still waits for one. */
function declinedIn(events: readonly OrderEvent[]): string | undefined {
  const last = events.at(-1);
  return last?.type === 'OrderPaymentFailed' ? last.data.paymentId : undefined;
}

export const subscriptionHandlers: Type[] = [
  RequestSubscriptionHandler,
  AbandonSubscriptionHandler,
  ExpireSubscriptionHandler,
  FailRenewalHandler,
  RecoverSubscriptionHandler,
  ChangeSubscriptionProductHandler,
  RevokeSubscriptionHandler,
  RevokeCustomerSubscriptionsHandler,
  ...handlersOf(
    subscriptionDecider,
    ({ subscriptionId }: { subscriptionId: string }) => subscriptionStream(subscriptionId),
    CreateSubscription,
    UpgradeSubscription,
    WithdrawSubscriptionChange,
    RecordUsage,
    ChangePaymentMethod,
    CancelSubscription,
    UncancelSubscription,
  ),
  ...handlersOf(
    subscriptionDecider,
    ({ id }: { id: string }) => subscriptionStream(id),
    RenewSubscription,
    AnnounceRenewal,
    RetryPayment,
    EndGrace,
  ),
];
