import { msOf, type Instant } from '../../../kernel/ports/clock.ts';
import { chargeStepOf } from '../../../kernel/currencies.ts';
import { deriveUuid, seedOf } from '../../../kernel/ids.ts';
import { discountOf } from '../pricing/bill.ts';
import { prorated, shareOf, type Period } from '../pricing/proration.ts';
import type { Discount } from '../pricing/terms.ts';
import type { ChangeSubscriptionProduct } from './subscription.commands.ts';
import {
  AlreadyCanceledSubscription,
  NoScheduledChange,
  SubscriptionBeingBilled,
  SubscriptionBeingChanged,
} from './subscription.errors.ts';
import {
  subscribedTo,
  type BillingEntry,
  type ChangeBehavior,
  type PendingChange,
  type SubscriptionEvent,
} from './subscription.events.ts';
import { anchorDayOf } from '../months.ts';
import { lasts, periodEndOf } from './subscription.periods.ts';
import {
  discounted,
  isLive,
  isUsageBilled,
  known,
  type Live,
  type SubscriptionState,
} from './subscription-state.rules.ts';

/**
 * `seenChanges`: how often its product had been changed when the facts were gathered. `unpaidOrderIds`: those of the orders that have billed its items
 * which are not paid.
 */
export type ProductChange = Omit<ChangeSubscriptionProduct['data'], 'productId' | 'behavior'> &
  PendingChange & { behavior: ChangeBehavior; seenChanges: number; unpaidOrderIds: readonly string[] };

type Changed = Extract<SubscriptionEvent, { type: 'SubscriptionProductChanged' }>;

/** What is sold, and what has billed it. */
interface Prorated {
  sold: Pick<PendingChange, 'items' | 'currency'>;
  discount: Discount | null;
  billed?: Live['billed'];
}

/** Prices are swapped at once, or when the next period begins (docs/BILLING.md#proration). */
export function changeProduct(change: ProductChange, now: Instant, state: SubscriptionState): SubscriptionEvent[] {
  const found = changeable(state);
  if (found.changes !== change.seenChanges) throw new SubscriptionBeingChanged();
  if (isSame(found.sold, change)) return withdrawn(found);
  const { items, currency, recurringInterval, keepsDiscount, behavior } = change;
  if (behavior === 'next_period') {
    const data = { ...found.about, change: { items, currency, recurringInterval, keepsDiscount } };
    return [{ type: 'SubscriptionChangeScheduled', data: { ...data, takesEffectAt: found.periodEnd } }];
  }
  return [refusingUnpaid(changedNow(found, change, behavior, now), change.unpaidOrderIds)];
}

/** When the next period begins. The discount that still applies goes on. */
export function changedAtRenewal(state: Live, { keepsDiscount, ...sold }: PendingChange): SubscriptionEvent {
  const { about, anchorDay, periodStart, periodEnd } = state;
  const discount = keepsDiscount ? state.discount : null;
  const to = { ...discounted(sold, discount), discount };
  const trial = state.status === 'trialing' && { isTrial: true as const };
  const period = { anchorDay, periodStart, periodEnd, beginsPeriod: false, ...trial };
  const unbilled = { behavior: 'next_period' as const, entries: [], orderId: null };
  return {
    type: 'SubscriptionProductChanged',
    data: { ...about, from: subscribedTo(state.sold), ...to, ...period, ...unbilled },
  };
}

export function withdrawChange(state: SubscriptionState): SubscriptionEvent[] {
  const found = changeable(state);
  if (!found.pendingChange) throw new NoScheduledChange();
  return withdrawn(found);
}

function withdrawn({ about, pendingChange }: Live): SubscriptionEvent[] {
  return pendingChange ? [{ type: 'SubscriptionChangeWithdrawn', data: about }] : [];
}

function changedNow(state: Live, change: ProductChange, behavior: 'invoice' | 'prorate', now: Instant): Changed {
  const { about, sold, changes, periodStart, periodEnd, anchorDay } = state;
  const { recurringInterval, keepsDiscount } = change;
  // Nothing is paid for a trial, and it ends when it was going to.
  const isPaid = state.status === 'active';
  const beginsPeriod = isPaid && recurringInterval !== sold.recurringInterval;
  const isOver = beginsPeriod && state.discount !== null && !lasts(state.discount, now);
  const discount = keepsDiscount && !isOver ? state.discount : null;
  const to = { ...discounted(change, discount), discount, behavior };
  const trial = state.status === 'trialing' && { isTrial: true as const };
  const data = { ...about, from: subscribedTo(sold), ...to, ...trial };
  const idOf = (label: string) => deriveUuid(seedOf(msOf(now), about.subscriptionId), `${label}:${changes}`);
  const old = { start: periodStart, end: periodEnd };
  const credits = isPaid ? entriesFor(state, old, now, -1, idOf('credit')) : [];
  if (beginsPeriod) {
    const anchor = anchorDayOf(now);
    const period = { anchorDay: anchor, periodStart: now, periodEnd: periodEndOf(now, recurringInterval, anchor) };
    const order = { entries: credits, orderId: idOf('order') };
    return { type: 'SubscriptionProductChanged', data: { ...data, ...period, beginsPeriod, ...order } };
  }
  const debits = isPaid ? entriesFor({ sold: change, discount }, old, now, 1, idOf('debit')) : [];
  const entries = [...credits, ...debits];
  const isBilled = behavior === 'invoice' && (isUsageBilled(state) || entries.length + state.entries.length > 0);
  const order = { entries, orderId: isBilled ? idOf('order') : null };
  const period = { anchorDay, periodStart, periodEnd, beginsPeriod };
  return { type: 'SubscriptionProductChanged', data: { ...data, ...period, ...order } };
}

/** What is not paid yet is nobody's money: no order gives it back. */
function refusingUnpaid(change: Changed, unpaidOrderIds: readonly string[]): SubscriptionEvent {
  const { entries, orderId } = change.data;
  const isUnpaid = ({ takesBack }: BillingEntry) => takesBack?.orderId && unpaidOrderIds.includes(takesBack.orderId);
  if (orderId !== null && entries.some((entry) => entry.amount < 0 && isUnpaid(entry)))
    throw new SubscriptionBeingBilled();
  return change;
}

/** Only fixed prices are prorated. @param billed by price, what is taken back */
function entriesFor(
  { sold, discount, billed = {} }: Prorated,
  period: Period,
  now: Instant,
  sign: 1 | -1,
  seed: string,
): BillingEntry[] {
  return sold.items.flatMap(({ productId, price, quantity }): BillingEntry[] => {
    if (price.amountType !== 'fixed') return [];
    const full = price.amount * quantity;
    const share = { price: full, discount: discountOf(discount, full, sold.currency), ...shareOf(period, now) };
    const id = deriveUuid(seed, price.id);
    const left = { start: now, end: period.end };
    return [
      {
        id,
        productId,
        priceId: price.id,
        amount: sign * prorated(share, chargeStepOf(sold.currency)),
        period: left,
        prorated: share,
        ...(billed[price.id] && { takesBack: billed[price.id]! }),
      },
    ];
  });
}

function isSame({ items, recurringInterval }: Live['sold'], change: PendingChange): boolean {
  const idsOf = (bought: Live['sold']['items']) => bought.map(({ price }) => price.id).join();
  return recurringInterval === change.recurringInterval && idsOf(items) === idsOf(change.items);
}

export const ENDED = 'This subscription has ended. Subscribe again to have another plan.';
const ENDING = 'This subscription ends with its period. Undo the cancellation first, then change its plan.';
const UNPAID = 'The last payment of this subscription has failed. Its plan can be changed once that is paid.';

/** Neither ending, nor past due, which counts as revoked. */
function changeable(state: SubscriptionState): Live {
  const found = known(state);
  if (!isLive(found)) throw new AlreadyCanceledSubscription(ENDED);
  if (found.canceled) throw new AlreadyCanceledSubscription(ENDING);
  if (found.failed) throw new AlreadyCanceledSubscription(UNPAID);
  return found;
}
