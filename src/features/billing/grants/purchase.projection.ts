import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { OrderEvent } from '../orders/order.events.ts';
import { productOf, type SubscriptionEvent } from '../subscriptions/subscription.events.ts';
import type { GrantScope } from './grant.events.ts';

/** What gives grants: a subscription, or the order of something sold once. Its id is theirs. */
export interface PurchaseDocument extends Document {
  organization_id: string;
  customer_id: string;
  product_id: string;
  scope: GrantScope;
  /** Bought, and neither ended nor past due. */
  live: boolean;
}

export type PurchaseEvent = Extract<
  SubscriptionEvent | OrderEvent,
  {
    type:
      | 'SubscriptionCreated'
      | 'SubscriptionRenewed'
      | 'SubscriptionRenewalFailed'
      | 'SubscriptionRevoked'
      | 'SubscriptionEnded'
      | 'OrderCreated';
  }
>;

/** Purchases by product, for when its benefits change; across the streams of subscriptions and orders. */
export const purchaseProjection: Projection<PurchaseDocument, PurchaseEvent> = {
  name: 'grant_purchases',
  version: 1,
  indexes: [['product_id', 'live']],
  handles: [
    'SubscriptionCreated',
    'SubscriptionRenewed',
    'SubscriptionRenewalFailed',
    'SubscriptionRevoked',
    'SubscriptionEnded',
    'OrderCreated',
  ],

  targets(event) {
    if (event.type !== 'OrderCreated') return [event.data.subscriptionId];
    return event.data.billingReason === 'purchase' ? [event.data.orderId] : [];
  },

  evolve(document, event, id) {
    switch (event.type) {
      case 'SubscriptionCreated':
        return {
          ...buyer({ ...event.data, productId: productOf(event.data) }),
          id,
          scope: { subscriptionId: id, orderId: null },
          live: true,
        };
      case 'OrderCreated': {
        const live = event.data.status === 'paid';
        return { ...buyer(event.data), id, scope: { subscriptionId: null, orderId: id }, live };
      }
      case 'SubscriptionRenewed':
        return document && { ...document, live: true };
      case 'SubscriptionRenewalFailed':
      case 'SubscriptionRevoked':
      case 'SubscriptionEnded':
        return document && { ...document, live: false };
    }
  },
};

function buyer({
  organizationId,
  customerId,
  productId,
}: {
  organizationId: string;
  customerId: string;
  productId: string;
}) {
  return { organization_id: organizationId, customer_id: customerId, product_id: productId };
}
