import type { Instant } from '../../../kernel/ports/clock.ts';
import type { VersionedMap } from '../../../kernel/versioned-map.ts';
import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Metadata } from '../metadata.ts';
import type { Discount as BilledDiscount, RecurringDiscount } from '../pricing/terms.ts';
import type { RecurringInterval } from '../products/product.events.ts';
import type { DiscountDuration, DiscountValue } from './discount.events.ts';

/** A redemption that is held for a checkout. */
export interface Reservation {
  attempt: string;
  customerId: string | null;
}

/** A discount as decisions need it. Whoever redeemed a deleted one keeps it. */
export interface Discount {
  status: 'active' | 'deleted';
  discountId: string;
  organizationId: string;
  name: string;
  code: string | null;
  codeClaim: Claim | null;
  value: DiscountValue;
  duration: DiscountDuration;
  startsAt: Instant | null;
  endsAt: Instant | null;
  maxRedemptions: number | null;
  /** [] for all products. */
  productIds: readonly string[];
  metadata: Metadata;
  /** By checkout. */
  reserved: VersionedMap<string, Reservation>;
  redeemed: number;
}

/** Counts what is held for checkouts, too, so that nobody is promised what another is about to pay for. */
export function redemptionsOf({ reserved, redeemed }: Pick<Discount, 'reserved' | 'redeemed'>): number {
  return reserved.size + redeemed;
}

/** Whether one more checkout may use it: within its dates, and redemptions are left (docs/BILLING.md#redemptions). */
export function isRedeemable(discount: Discount, now: Instant): boolean {
  return isOffered(discount, now) && redemptionsOf(discount) < (discount.maxRedemptions ?? Infinity);
}

/** Not deleted, and within its dates, both of them included. */
export function isOffered({ status, startsAt, endsAt }: Discount, now: Instant): boolean {
  return status === 'active' && (startsAt === null || startsAt <= now) && (endsAt === null || now <= endsAt);
}

export function appliesTo({ productIds }: Pick<Discount, 'productIds'>, productId: string): boolean {
  return productIds.length === 0 || productIds.includes(productId);
}

/** A fixed amount is taken off bills in its own currency only. */
export function isInCurrency({ value }: Pick<Discount, 'value'>, currency: string): boolean {
  return value.type === 'percentage' || value.currency === currency;
}

/** A discount for several months needs something that recurs. */
export function isRecurringAllowed(
  { duration }: Pick<Discount, 'duration'>,
  interval: RecurringInterval | null,
): boolean {
  return typeof duration === 'string' || interval !== null;
}

/** What a single bill is computed by. */
export function termsOf({ discountId, value }: Pick<Discount, 'discountId' | 'value'>): BilledDiscount {
  return { discountId, ...value };
}

/** What a subscription keeps of it, whatever becomes of the discount. @param startedAt when it was first applied */
export function recurringTermsOf(
  discount: Pick<Discount, 'discountId' | 'value' | 'duration'>,
  startedAt: Instant,
): RecurringDiscount {
  return { ...termsOf(discount), startedAt, duration: discount.duration };
}
