import type { Claim } from '../../../kernel/writing/claim.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Metadata } from '../metadata.ts';
import type { DiscountDuration, DiscountEvent, DiscountValue, ReleaseReason } from './discount.events.ts';

type Changed = Executed<unknown, DiscountEvent>;

/** Claims the code, then creates. */
export class CreateDiscount extends command('CreateDiscount')<
  {
    discountId: string;
    organizationId: string;
    name: string;
    code: string | null;
    value: DiscountValue;
    duration: DiscountDuration;
    startsAt: Instant | null;
    endsAt: Instant | null;
    maxRedemptions: number | null;
    productIds: string[];
    metadata: Metadata;
  },
  Changed
> {}
/** Changes only the given fields: claims a new code, updates, then releases the one that was replaced. */
export class UpdateDiscount extends command('UpdateDiscount')<
  {
    discountId: string;
    name?: string;
    code?: string | null;
    /** Never changes: the decider refuses a different one. */
    type?: DiscountValue['type'];
    amount?: number;
    /** Never changes: the decider refuses a different one, unless it is the one that clients send always. */
    currency?: string;
    basisPoints?: number;
    /** Never changes: the decider refuses a different one. */
    duration?: 'once' | 'forever' | 'repeating';
    durationInMonths?: number;
    startsAt?: Instant | null;
    endsAt?: Instant | null;
    maxRedemptions?: number | null;
    productIds?: string[];
    metadata?: Metadata;
  },
  Changed
> {}
/** Deletes, and releases the code. */
export class DeleteDiscount extends command('DeleteDiscount')<{ discountId: string }> {}
/** Confirms those of `claims` whose codes the discount has, and releases the others. */
export class SettleDiscountClaims extends command('SettleDiscountClaims')<{ discountId: string; claims: Claim[] }> {}

/**
 * Holds one redemption while a checkout is paid. Repeating it changes nothing; another attempt of the same checkout takes its redemption over.
 * @throws InvalidInput at `body.discount_id`: none is left, or the discount is deleted or not within its dates
 */
export class ReserveRedemption extends command('ReserveRedemption')<
  { discountId: string; checkoutId: string; attempt: string; customerId: string | null },
  Changed
> {}
/** The checkout has succeeded. Without a reservation it changes nothing. */
export class CompleteRedemption extends command('CompleteRedemption')<
  { discountId: string; checkoutId: string; customerId: string | null; orderId: string | null },
  Changed
> {}
/** The attempt has failed. Without its reservation, or if another attempt has taken it over, it changes nothing. */
export class ReleaseRedemption extends command('ReleaseRedemption')<
  { discountId: string; checkoutId: string; attempt: string; reason: ReleaseReason },
  Changed
> {}
