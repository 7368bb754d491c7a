import { checkoutDecider } from '../../src/features/billing/checkouts/checkout.decider.ts';
import { checkoutProjection, type CheckoutDocument } from '../../src/features/billing/checkouts/checkout.projection.ts';
import { grantDecider } from '../../src/features/billing/grants/grant.decider.ts';
import { grantProjection, type GrantDocument } from '../../src/features/billing/grants/grant.projection.ts';
import type { GrantsState } from '../../src/features/billing/grants/grants-state.rules.ts';
import {
  licenseKeyDecider,
  type LicenseKeyState,
} from '../../src/features/billing/license-keys/license-key.decider.ts';
import {
  licenseKeyProjection,
  type LicenseKeyDocument,
} from '../../src/features/billing/license-keys/license-key.projection.ts';
import { orderDecider } from '../../src/features/billing/orders/order.decider.ts';
import { orderProjection, type OrderDocument } from '../../src/features/billing/orders/order.projection.ts';
import { paymentDecider } from '../../src/features/billing/payments/payment.decider.ts';
import { paymentProjection, type PaymentDocument } from '../../src/features/billing/payments/payment.projection.ts';
import type { RefundsState } from '../../src/features/billing/refunds/refund.commands.ts';
import { refundDecider } from '../../src/features/billing/refunds/refund.decider.ts';
import { refundProjection, type RefundDocument } from '../../src/features/billing/refunds/refund.projection.ts';
import { subscriptionDecider } from '../../src/features/billing/subscriptions/subscription.decider.ts';
import {
  subscriptionProjection,
  type SubscriptionDocument,
} from '../../src/features/billing/subscriptions/subscription.projection.ts';
import type { Document } from '../../src/kernel/ports/document-store.ts';
import type { AnyProjection } from '../../src/kernel/reading/projection.ts';
import type { AnyDecider } from '../../src/kernel/writing/decider.ts';

/** What a decider and a read model both say of the same entity. */
export interface Standing {
  decider: AnyDecider;
  projection: AnyProjection;
  /** By the id of the entity, in the words of `shown`. */
  known(state: never, streamId: string): Record<string, string>;
  shown(document: never): string;
}

const alone = (state: { status: string }, id: string) => ({ [id]: state.status });

function standing<S, D extends Document>(
  decider: AnyDecider & { initial: S },
  projection: AnyProjection,
  known: (state: S, streamId: string) => Record<string, string>,
  shown: (document: D) => string,
): Standing {
  return { decider, projection, known: known as Standing['known'], shown: shown as Standing['shown'] };
}

/** Everything whose status a decider decides by and a list shows. */
export const STANDINGS: readonly Standing[] = [
  standing(subscriptionDecider, subscriptionProjection, alone, ({ status }: SubscriptionDocument) => status),
  standing(orderDecider, orderProjection, alone, ({ status }: OrderDocument) =>
    // Refunds have streams of their own.
    status === 'refunded' || status === 'partially_refunded' ? 'paid' : status,
  ),
  standing(paymentDecider, paymentProjection, alone, ({ status }: PaymentDocument) => status),
  standing(checkoutDecider, checkoutProjection, alone, ({ status, confirming }: CheckoutDocument) =>
    confirming ? 'confirming' : status,
  ),
  standing(
    refundDecider,
    refundProjection,
    ({ refunds }: RefundsState) =>
      Object.fromEntries(
        Object.values(refunds).map(({ refundId, status }) => [refundId, status === 'requested' ? 'pending' : status]),
      ),
    ({ status }: RefundDocument) => status,
  ),
  standing(
    grantDecider,
    grantProjection,
    ({ grants }: GrantsState) =>
      Object.fromEntries(Object.values(grants).map(({ grantId, status }) => [grantId, status])),
    ({ is_granted, is_revoked }: GrantDocument) => (is_granted ? 'granted' : is_revoked ? 'revoked' : 'requested'),
  ),
  standing(
    licenseKeyDecider,
    licenseKeyProjection,
    (state: LicenseKeyState, id) => (state.status === 'absent' ? {} : { [id]: state.key.status }),
    ({ status }: LicenseKeyDocument) => status,
  ),
];
