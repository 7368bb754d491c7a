import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { Metadata } from '../metadata.ts';
import { productEvents, type Price, type ProductEvent, type RecurringInterval } from './product.events.ts';

/** A price on the wire. `type` and `recurring_interval` come from its product; it is never `legacy` (docs/BILLING.md#client-quirks). */
export type WirePrice = {
  created_at: Instant;
  modified_at: Instant | null;
  id: string;
  is_archived: boolean;
  product_id: string;
  type: 'one_time' | 'recurring';
  recurring_interval: RecurringInterval | null;
} & ({ amount_type: 'free' } | { amount_type: 'fixed'; price_currency: string; price_amount: number });

export interface ProductDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  name: string;
  description: string | null;
  recurring_interval: RecurringInterval | null;
  is_recurring: boolean;
  is_archived: boolean;
  organization_id: string;
  metadata: Metadata;
  /** Includes archived prices, which still apply to subscriptions bought at them. */
  prices: WirePrice[];
  benefit_ids: string[];
  /** Files, some of which may be deleted. */
  media_ids: string[];
  /** For search and sorting. */
  name_lower: string;
  /** Sorts by the type of the static price on sale: 1 free, 2 custom, 3 fixed. */
  price_amount_type: number;
  /** In cents; 0 if free. */
  price_amount: number;
}

type Fields = Omit<ProductDocument, 'name_lower' | 'price_amount_type' | 'price_amount'>;

/** Products in wire form, with archived prices, and benefits by id. */
export const productProjection: Projection<ProductDocument, ProductEvent> = {
  name: 'products',
  version: 2,
  indexes: [
    ['organization_id', 'is_archived', 'created_at'],
    ['organization_id', 'is_recurring', 'created_at'],
    ['organization_id', 'name_lower'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'name_lower', 'price_amount_type', 'price_amount'],
    filters: ['is_archived', 'is_recurring', 'benefit_ids'],
  },
  maps: ['metadata'],
  handles: typesOf(productEvents),
  targets: (event) => [event.data.productId],

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    if (event.type === 'ProductCreated') return searchable(created(event));
    return document && searchable({ ...changed(document, event, at), modified_at: at });
  },
};

function created({ data, metadata }: Recorded<Extract<ProductEvent, { type: 'ProductCreated' }>>): Fields {
  const product = {
    id: data.productId,
    created_at: metadata.occurredAt,
    modified_at: null,
    name: data.name,
    description: data.description,
    recurring_interval: data.recurringInterval,
    is_recurring: data.recurringInterval !== null,
    is_archived: false,
    organization_id: data.organizationId,
    metadata: data.metadata,
    benefit_ids: [],
    media_ids: data.mediaIds ?? [],
  };
  return { ...product, prices: data.prices.map((price) => wirePrice(price, product, metadata.occurredAt)) };
}

function changed(
  document: ProductDocument,
  event: Exclude<ProductEvent, { type: 'ProductCreated' }>,
  at: Instant,
): Fields {
  switch (event.type) {
    case 'ProductUpdated': {
      const { name = document.name, description = document.description, metadata = document.metadata } = event.data;
      return { ...document, name, description, metadata, media_ids: event.data.mediaIds ?? document.media_ids };
    }
    case 'ProductPricesChanged': {
      const { archived, added } = event.data;
      const prices = document.prices.map((price) =>
        archived.includes(price.id) ? { ...price, is_archived: true, modified_at: at } : price,
      );
      return { ...document, prices: [...prices, ...added.map((price) => wirePrice(price, document, at))] };
    }
    case 'ProductBenefitsChanged':
      return { ...document, benefit_ids: event.data.benefitIds };
    case 'ProductArchived':
      return { ...document, is_archived: true };
    case 'ProductUnarchived':
      return { ...document, is_archived: false };
  }
}

function wirePrice(
  price: Price,
  product: { id: string; recurring_interval: RecurringInterval | null },
  at: Instant,
): WirePrice {
  const common = {
    created_at: at,
    modified_at: null,
    id: price.id,
    is_archived: false,
    product_id: product.id,
    type: product.recurring_interval === null ? 'one_time' : 'recurring',
    recurring_interval: product.recurring_interval,
  } as const;
  if (price.amountType === 'free') return { ...common, amount_type: 'free' };
  return { ...common, amount_type: 'fixed', price_currency: price.currency, price_amount: price.amount };
}

function searchable(document: Fields): ProductDocument {
  const onSale = document.prices.find(({ is_archived }) => !is_archived);
  const fixed = onSale?.amount_type === 'fixed' ? onSale : undefined;
  return {
    ...document,
    name_lower: document.name.toLowerCase(),
    price_amount_type: fixed ? 3 : 1,
    price_amount: fixed?.price_amount ?? 0,
  };
}
