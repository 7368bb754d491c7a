import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { folded } from '../../../kernel/folding.ts';
import type { Metadata } from '../metadata.ts';
import { without } from './checkout-link.decider.ts';
import { checkoutLinkEvents, type CheckoutLinkEvent } from './checkout-link.events.ts';

export interface CheckoutLinkDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  product_ids: string[];
  label: string | null;
  success_url: string | null;
  allow_discount_codes: boolean;
  require_billing_address: boolean;
  discount_id: string | null;
  metadata: Metadata;
  /** For search and sorting. */
  label_lower: string | null;
}

type Fields = Partial<Extract<CheckoutLinkEvent, { type: 'CheckoutLinkCreated' }>['data']>;

/** Checkout links, with their products by id. */
export const checkoutLinkProjection: Projection<CheckoutLinkDocument, CheckoutLinkEvent> = {
  name: 'checkout_links',
  version: 2,
  indexes: [['organization_id']],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'label_lower', 'success_url', 'allow_discount_codes'],
    filters: ['product_ids'],
  },
  maps: ['metadata'],
  handles: typesOf(checkoutLinkEvents),
  targets: (event) => [event.data.checkoutLinkId],

  evolve(document, event, id) {
    const at = event.metadata.occurredAt;
    switch (event.type) {
      case 'CheckoutLinkCreated': {
        const about = { id, created_at: at, modified_at: null, organization_id: event.data.organizationId };
        return { ...about, ...wireOf(event.data) } as CheckoutLinkDocument;
      }
      case 'CheckoutLinkUpdated':
        return document && { ...document, modified_at: at, ...wireOf(event.data) };
      case 'CheckoutLinkProductWithdrawn': {
        const { productId } = event.data;
        return document && { ...document, modified_at: at, product_ids: without(document.product_ids, productId) };
      }
      case 'CheckoutLinkDeleted':
        return undefined;
    }
  },
};

/** The given fields, under their wire names. */
function wireOf(fields: Fields): Partial<CheckoutLinkDocument> {
  const { productIds, label, successUrl, allowDiscountCodes, requireBillingAddress, discountId, metadata } = fields;
  return {
    ...(productIds !== undefined && { product_ids: productIds }),
    ...(label !== undefined && { label, label_lower: label == null ? null : folded(label) }),
    ...(successUrl !== undefined && { success_url: successUrl }),
    ...(allowDiscountCodes !== undefined && { allow_discount_codes: allowDiscountCodes }),
    ...(requireBillingAddress !== undefined && { require_billing_address: requireBillingAddress }),
    ...(discountId !== undefined && { discount_id: discountId }),
    ...(metadata !== undefined && { metadata }),
  };
}
