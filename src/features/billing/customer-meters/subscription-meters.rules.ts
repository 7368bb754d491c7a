import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { Period } from '../pricing/proration.ts';
import type { MeteredPrice } from '../products/product.events.ts';
import { meteredIn, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import {
  evolveSubscription,
  isLive,
  isUsageBilled,
  measuredThroughOf,
  NO_SUBSCRIPTION,
  type Live,
} from '../subscriptions/subscription-state.rules.ts';

/** What an event of a subscription changes about one meter. */
export interface MeterChange {
  meterId: string;
  productId: string;
  /** By which it is billed from now on; null if it is not. */
  price: MeteredPrice | null;
  endsPeriod: boolean;
  /** What was used so far is billed now, but its period goes on. */
  billsSoFar: boolean;
  isBilled: boolean;
  /** The subscription does, with another period or without the meter. */
  goesOn: boolean;
}

/** An event that changes what meters are billed by, or ends their periods. */
export interface MeteredCause {
  /** The event's revision. */
  revision: number;
  orderId: string | null;
  changes: MeterChange[];
  /** Of the subscription, which ends or goes on. */
  period: Period;
}

/** The events of a subscription whose usage has not been measured, in their order (docs/BILLING.md#metered-usage). */
export function unmeasuredCauses(events: readonly Recorded<SubscriptionEvent>[]): MeteredCause[] {
  const causes: MeteredCause[] = [];
  let state = NO_SUBSCRIPTION;
  // A change that was scheduled takes effect with the renewal that follows it.
  let beforeChange: Live | undefined;
  for (const event of events) {
    const before = state;
    state = evolveSubscription(state, event);
    const after = isLive(state) ? state : undefined;
    const isScheduled = event.type === 'SubscriptionProductChanged' && event.data.behavior === 'next_period';
    const live = isLive(before) ? before : undefined;
    if (isScheduled) beforeChange = live;
    else {
      const cause = causeOf(event, beforeChange ?? live, after);
      if (cause) causes.push(cause);
      beforeChange = undefined;
    }
  }
  const through = measuredThroughOf(state);
  return causes.filter(({ revision }) => revision > through);
}

function causeOf(
  { type, data, revision, metadata }: Recorded<SubscriptionEvent>,
  before: Live | undefined,
  after: Live | undefined,
): MeteredCause | undefined {
  const is = endingOf({ type, data } as SubscriptionEvent, metadata.occurredAt);
  if (!is) return undefined;
  const isBilled = before !== undefined && isUsageBilled(before) && (after !== undefined || is.orderId !== null);
  const was = new Map(meteredIn(before?.sold.items ?? []).map((one) => [one.price.meterId, one]));
  const becomes = new Map(meteredIn(after?.sold.items ?? []).map((one) => [one.price.meterId, one]));
  const changes = [...new Map([...was, ...becomes])].flatMap(([meterId, { productId }]): MeterChange[] => {
    const price = becomes.get(meterId)?.price ?? null;
    const isSame = was.get(meterId)?.price.id === price?.id;
    const { endsPeriod } = is;
    const billsSoFar = is.billsSoFar === true && was.has(meterId) && isBilled;
    if (isSame && !endsPeriod && !billsSoFar) return [];
    const goesOn = after !== undefined && (endsPeriod || price === null);
    return [{ meterId, productId, price, endsPeriod, billsSoFar, isBilled, goesOn }];
  });
  if (changes.length === 0) return undefined;
  const period = { start: before?.periodStart ?? is.at, end: is.at };
  return { revision, orderId: is.orderId, changes, period };
}

interface Ending {
  endsPeriod: boolean;
  billsSoFar?: boolean;
  orderId: string | null;
  at: Instant;
}

/** What an event ends; undefined if it changes nothing about meters. */
function endingOf({ type, data }: SubscriptionEvent, at: Instant): Ending | undefined {
  switch (type) {
    case 'SubscriptionCreated':
      return { endsPeriod: true, orderId: null, at: data.startedAt };
    case 'SubscriptionUpgraded':
      return { endsPeriod: true, orderId: null, at: data.periodStart };
    case 'SubscriptionProductChanged':
      return {
        endsPeriod: data.beginsPeriod,
        billsSoFar: data.behavior === 'invoice' && !data.beginsPeriod && data.orderId !== null,
        orderId: data.orderId,
        at,
      };
    case 'SubscriptionRenewed':
      return { endsPeriod: true, orderId: data.orderId, at: data.periodStart };
    case 'SubscriptionRevoked':
    case 'SubscriptionEnded':
      return { endsPeriod: true, orderId: data.orderId ?? null, at: data.endedAt };
    default:
      return undefined;
  }
}
