import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `discount-{UUIDv7}` has the seller's changes and every redemption; its state is read from a snapshot. */
export const discountStream = (discountId: string): string => `discount-${discountId}`;

/** What is taken off; never changes once somebody has redeemed it. A fixed amount is in minor units. */
export type DiscountValue =
  { type: 'fixed'; amount: number; currency: string } | { type: 'percentage'; basisPoints: number };

export type DiscountDuration = 'once' | 'forever' | { months: number };

/** Why a reservation ends without a redemption. */
export type ReleaseReason = 'payment_failed' | 'superseded' | 'expired' | 'removed';

export const discountEvents = {
  DiscountCreated: event<{
    discountId: string;
    organizationId: string;
    name: string;
    /** As the seller writes it; unique in the organization ignoring case. */
    code: string | null;
    codeClaim: Claim | null;
    value: DiscountValue;
    duration: DiscountDuration;
    startsAt: Instant | null;
    endsAt: Instant | null;
    maxRedemptions: number | null;
    /** [] for all products. */
    productIds: string[];
    metadata: Metadata;
  }>(),
  /** Only the fields that changed. A new code has its claim, and a replaced one the claim to release. */
  DiscountUpdated: event<{
    discountId: string;
    name?: string;
    code?: string | null;
    codeClaim?: Claim | null;
    releasedCodeClaim?: Claim;
    value?: DiscountValue;
    duration?: DiscountDuration;
    startsAt?: Instant | null;
    endsAt?: Instant | null;
    maxRedemptions?: number | null;
    productIds?: string[];
    metadata?: Metadata;
  }>(),
  /** Releases the code. Whoever has the discount keeps it. */
  DiscountDeleted: event<{ discountId: string; organizationId: string; released: Claim | null }>(),
  /** One redemption is held for a checkout that is being paid. */
  RedemptionReserved: event<{
    discountId: string;
    checkoutId: string;
    /** The confirm that holds it, by the id of its payment. */
    attempt: string;
    customerId: string | null;
  }>({ internal: true }),
  /** The checkout has succeeded: the redemption is used, also if the order is refunded later. */
  DiscountRedeemed: event<{
    discountId: string;
    checkoutId: string;
    customerId: string | null;
    orderId: string | null;
  }>(),
  /** The redemption is free again for others. */
  RedemptionReleased: event<{ discountId: string; checkoutId: string; attempt: string; reason: ReleaseReason }>({
    internal: true,
  }),
};

export type DiscountEvent = EventsOf<typeof discountEvents> | ClaimForfeited;
