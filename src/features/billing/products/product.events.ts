import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** A product and its prices share the stream `product-{UUIDv7}`, which grows with the seller's changes. */
export const productStream = (productId: string): string => `product-${productId}`;

export type RecurringInterval = 'month' | 'year';

/** A price never changes: a new price has a new id, and subscriptions keep the price they were bought at. Amounts in cents. */
export type Price =
  { id: string; amountType: 'free' } | { id: string; amountType: 'fixed'; amount: number; currency: string };

export const productEvents = {
  ProductCreated: event<{
    productId: string;
    organizationId: string;
    name: string;
    description: string | null;
    /** null for one-time products. */
    recurringInterval: RecurringInterval | null;
    prices: Price[];
    metadata: Metadata;
    /** Files that show it, in order; none if absent. */
    mediaIds?: string[];
  }>(),
  ProductUpdated: event<{
    productId: string;
    name?: string;
    description?: string | null;
    metadata?: Metadata;
    mediaIds?: string[];
  }>(),
  /** Archived prices are no longer on sale, but still apply to subscriptions bought at them. */
  ProductPricesChanged: event<{ productId: string; archived: string[]; added: Price[] }>(),
  /** The whole new list, in order. */
  ProductBenefitsChanged: event<{ productId: string; benefitIds: string[] }>(),
  ProductArchived: event<{ productId: string }>(),
  ProductUnarchived: event<{ productId: string }>(),
};

export type ProductEvent = EventsOf<typeof productEvents>;
