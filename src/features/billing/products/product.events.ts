import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** A product's stream is `product-{UUIDv7}`, with its prices; it grows by the seller's edits. */
export const productStream = (productId: string): string => `product-${productId}`;

export type RecurringInterval = 'month' | 'year';

/** A price never changes: another price is another id, and subscriptions keep theirs. Amounts in cents. */
export type Price =
  { id: string; amountType: 'free' } | { id: string; amountType: 'fixed'; amount: number; currency: string };

export const productEvents = {
  ProductCreated: event<{
    productId: string;
    organizationId: string;
    name: string;
    description: string | null;
    /** null: sold once. */
    recurringInterval: RecurringInterval | null;
    prices: Price[];
    metadata: Metadata;
  }>(),
  ProductUpdated: event<{ productId: string; name?: string; description?: string | null; metadata?: Metadata }>(),
  /** Prices that are no longer on sale, and new ones; archived prices stay for those who bought at them. */
  ProductPricesChanged: event<{ productId: string; archived: string[]; added: Price[] }>(),
  /** The benefits it now has, in order. */
  ProductBenefitsChanged: event<{ productId: string; benefitIds: string[] }>(),
  ProductArchived: event<{ productId: string }>(),
  ProductUnarchived: event<{ productId: string }>(),
};

export type ProductEvent = EventsOf<typeof productEvents>;
