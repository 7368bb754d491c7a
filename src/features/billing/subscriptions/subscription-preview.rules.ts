import type { Instant } from '../../../kernel/ports/clock.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { ProductChange } from './product-change.rules.ts';
import { subscriptionDecider } from './subscription.decider.ts';
import type { SubscriptionEvent } from './subscription.events.ts';
import { isLive, type SubscriptionState } from './subscription-state.rules.ts';

/** The events of a subscription, some of which would happen (docs/BILLING.md#previews). */
export type Previewed = readonly Recorded<SubscriptionEvent>[];

/** The state that changes are decided by. */
export function stateOf(events: Previewed): SubscriptionState {
  return fold(subscriptionDecider, events);
}

/** A subscription if its product were changed now. @throws as the change would */
export function withChange(events: Previewed, data: ProductChange, now: Instant): Previewed {
  const state = stateOf(events);
  const decided = subscriptionDecider.decide({ type: 'ChangeSubscriptionProduct', data, now, machineNow: now }, state);
  return wouldHappen(events, decided, now);
}

/** A subscription once its period has ended; undefined if nothing is decided then, because it has ended or is past due. */
export function withRenewal(events: Previewed): Previewed | undefined {
  const state = stateOf(events);
  if (!isLive(state) || state.failed) return undefined;
  const { periodEnd: now, about } = state;
  const data = { id: about.subscriptionId, dueAt: now };
  return wouldHappen(
    events,
    subscriptionDecider.decide({ type: 'RenewSubscription', data, now, machineNow: now }, state),
    now,
  );
}

/** The order that the newest events cause. */
export function orderCausedBy(events: Previewed): string | null {
  const { type, data } = events.at(-1)!;
  const causes =
    type === 'SubscriptionRenewed' || type === 'SubscriptionProductChanged' || type === 'SubscriptionEnded';
  return (causes && data.orderId) || null;
}

function wouldHappen(events: Previewed, decided: readonly SubscriptionEvent[], occurredAt: Instant): Previewed {
  const last = events.at(-1)!;
  const recorded = decided.map(
    (event, index) =>
      ({
        ...last,
        ...event,
        revision: last.revision + 1 + index,
        metadata: { ...last.metadata, occurredAt },
      }) as Recorded<SubscriptionEvent>,
  );
  return [...events, ...recorded];
}
