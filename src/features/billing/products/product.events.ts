import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** A product and its prices share the stream `product-{UUIDv7}`, which grows with the seller's changes. */
export const productStream = (productId: string): string => `product-${productId}`;

export type RecurringInterval = 'month' | 'year';

/**
 * Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it, with a checkout or a link; `draft` nobody yet
 * (docs/BILLING.md#products).
 */
export type Visibility = 'draft' | 'private' | 'public';

/** How long a subscription runs before its first charge, such as 14 days: calendar months and years count as periods do. */
export interface Trial {
  interval: 'day' | 'week' | 'month' | 'year';
  count: number;
}

/** A price never changes: a new price has a new id, and subscriptions keep the price they were bought at. Amounts in minor units. */
export type Price = StaticPrice | MeteredPrice;

/** A price of which a product has at most one: what is paid at purchase, and at every renewal. */
export type StaticPrice = { id: string } & (
  | { amountType: 'free' }
  | { amountType: 'fixed'; amount: number; currency: string }
  /** The buyer chooses the amount, within the limits; the form begins with the preset. */
  | {
      amountType: 'custom';
      minimumAmount: number | null;
      maximumAmount: number | null;
      presetAmount: number | null;
      currency: string;
    }
);

/** What each unit that a meter counts in a period costs. */
export interface MeteredPrice {
  id: string;
  amountType: 'metered_unit';
  meterId: string;
  /** In minor units, as a decimal such as `0.5`: up to 17 digits, 12 of them after the point. */
  unitAmount: string;
  /** The most that a period costs, in minor units. */
  capAmount: number | null;
  currency: string;
}

/** A custom field that buyers of a product fill in, in the order of the list. */
export interface FieldAttachment {
  customFieldId: string;
  required: boolean;
}

export function isStatic(price: Price): price is StaticPrice {
  return price.amountType !== 'metered_unit';
}

export const productEvents = {
  ProductCreated: event<{
    productId: string;
    organizationId: string;
    name: string;
    description: string | null;
    /** null for one-time products. */
    recurringInterval: RecurringInterval | null;
    prices: Price[];
    /** None if missing. */
    customFields?: FieldAttachment[];
    metadata: Metadata;
    /** Files that show it, in order; none if absent. */
    mediaIds?: string[];
    /** Of new subscriptions; none if missing. */
    trial?: Trial;
    /** `public` if missing. */
    visibility?: Visibility;
  }>(),
  ProductUpdated: event<{
    productId: string;
    name?: string;
    description?: string | null;
    /** The whole new list. */
    customFields?: FieldAttachment[];
    metadata?: Metadata;
    mediaIds?: string[];
    /** null: no longer. */
    trial?: Trial | null;
    visibility?: Visibility;
  }>(),
  /** Archived prices are no longer on sale, but still apply to subscriptions bought at them. */
  ProductPricesChanged: event<{ productId: string; archived: string[]; added: Price[] }>(),
  /** The whole new list, in order. */
  ProductBenefitsChanged: event<{ productId: string; benefitIds: string[] }>(),
  ProductArchived: event<{ productId: string }>(),
  ProductUnarchived: event<{ productId: string }>(),
};

export type ProductEvent = EventsOf<typeof productEvents>;
