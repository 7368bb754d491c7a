import type { Instant } from '../../../kernel/ports/clock.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { recover } from './dunning.rules.ts';
import type { RecoverSubscription } from './subscription.commands.ts';
import type { SubscriptionEvent } from './subscription.events.ts';
import { subscriptionProjection, type SubscriptionDocument } from './subscription.projection.ts';
import { complete } from './subscription-request.rules.ts';
import { evolveSubscription, NO_SUBSCRIPTION, type SubscriptionState } from './subscription-state.rules.ts';

/** What follows from the payment of an order: active, if it was incomplete or past due for that. */
export function afterPayment(
  data: Pick<RecoverSubscription['data'], 'orderId'>,
  now: Instant,
  state: SubscriptionState,
): SubscriptionEvent[] {
  return state.status === 'incomplete' ? complete(data.orderId, state) : recover(data, now, state);
}

/** A subscription as the payment of an order leaves it: its own stream says so only a little later. */
export function paidSubscription(
  history: readonly Recorded<SubscriptionEvent>[],
  order: { orderId: string; paidAt: Instant },
): SubscriptionDocument | undefined {
  const last = history.at(-1);
  const state = history.reduce<SubscriptionState>(evolveSubscription, NO_SUBSCRIPTION);
  const following = afterPayment(order, order.paidAt, state).map((event) => ({
    ...last!,
    ...event,
    metadata: { ...last!.metadata, occurredAt: order.paidAt },
  }));
  return project(subscriptionProjection, [...history, ...following]);
}
