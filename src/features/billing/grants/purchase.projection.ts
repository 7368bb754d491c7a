import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import type { RefundEvent } from '../refunds/refund.events.ts';
import { productOf, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import type { GrantedPeriod } from './grant.commands.ts';
import type { GrantScope } from './grant.events.ts';

/** A subscription, or the order of a one-time product, under its own id. */
export interface PurchaseDocument extends Document {
  organization_id: string;
  customer_id: string;
  product_id: string;
  /** Whose benefits it may still have. */
  former_product_ids: string[];
  scope: GrantScope;
  /** Of a subscription, that is paid now; null of an order. */
  period: GrantedPeriod | null;
  /** Paid, and neither ended nor past due; no refund has revoked its benefits. */
  live: boolean;
}

export type PurchaseEvent = Extract<
  SubscriptionEvent | OrderEvent | RefundEvent,
  {
    type:
      | 'SubscriptionCreated'
      | 'SubscriptionUpgraded'
      | 'SubscriptionProductChanged'
      | 'SubscriptionRenewed'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRecovered'
      | 'SubscriptionGraceEnded'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded'
      | 'OrderCreated'
      | 'RefundSucceeded'
      | 'RefundReversed';
  }
>;

/** Purchases by product, to align their grants when its benefits change. Spans subscriptions and orders. */
export const purchaseProjection: Projection<PurchaseDocument, PurchaseEvent> = {
  name: 'grant_purchases',
  version: 6,
  indexes: [['product_id', 'live']],
  handles: [
    'SubscriptionCreated',
    'SubscriptionUpgraded',
    'SubscriptionProductChanged',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRecovered',
    'SubscriptionGraceEnded',
    'SubscriptionRevoked',
    'SubscriptionEnded',
    'OrderCreated',
    'RefundSucceeded',
    'RefundReversed',
  ],

  targets(event) {
    switch (event.type) {
      case 'OrderCreated':
        return event.data.billingReason === 'purchase' ? [event.data.orderId] : [];
      case 'RefundSucceeded':
        return event.data.revokeBenefits ? [event.data.orderId] : [];
      case 'RefundReversed':
        return event.data.regrantBenefits ? [event.data.orderId] : [];
      default:
        return [event.data.subscriptionId];
    }
  },

  evolve(document, event, id) {
    switch (event.type) {
      case 'SubscriptionCreated':
        return {
          ...purchaseOf({ ...event.data, productId: productOf(event.data) }),
          id,
          scope: { subscriptionId: id, orderId: null },
          period: begunOf(event.data.startedAt, event.data.currentPeriodEnd),
          live: true,
        };
      case 'OrderCreated': {
        const live = event.data.status === 'paid';
        return {
          ...purchaseOf(event.data),
          id,
          scope: { subscriptionId: null, orderId: id },
          period: null,
          live,
        };
      }
      case 'SubscriptionUpgraded':
      case 'SubscriptionProductChanged': {
        const product_id = productOf(event.data);
        const isWithin = event.type === 'SubscriptionProductChanged' && !event.data.beginsPeriod;
        const begun = begunOf(event.data.periodStart, event.data.periodEnd);
        const period = isWithin ? { ...begun, since: event.metadata.occurredAt } : begun;
        const changed = document && { ...document, period };
        if (!changed || product_id === changed.product_id) return changed;
        const { product_id: left, former_product_ids: former } = changed;
        return { ...changed, product_id, former_product_ids: [...former.filter((id) => id !== left), left] };
      }
      case 'SubscriptionRenewed':
        return document && { ...document, period: begunOf(event.data.periodStart, event.data.periodEnd), live: true };
      case 'SubscriptionRecovered':
        return document && { ...document, live: true };
      case 'RefundReversed':
        return document && { ...document, live: true };
      case 'SubscriptionRenewalFailed':
        return document && { ...document, live: document.live && event.data.graceEndsAt != null };
      case 'RefundSucceeded':
      case 'SubscriptionGraceEnded':
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return document && { ...document, live: false };
    }
  },
};

function begunOf(start: Instant, end: Instant): GrantedPeriod {
  return { start, end, since: start };
}

function purchaseOf({
  organizationId,
  customerId,
  productId,
}: {
  organizationId: string;
  customerId: string;
  productId: string;
}) {
  return { organization_id: organizationId, customer_id: customerId, product_id: productId, former_product_ids: [] };
}
