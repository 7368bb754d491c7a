import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import type { Metadata } from '../metadata.ts';
import {
  productEvents,
  type FieldAttachment,
  type Price,
  type ProductEvent,
  type RecurringInterval,
  type Trial,
  type Visibility,
} from './product.events.ts';
import { unsetAmountOf } from './product.rules.ts';

/**
 * A price on the wire, but for the name of its meter. `type` and `recurring_interval` come from its product; it is never `legacy`
 * (docs/BILLING.md#client-quirks).
 */
export type WirePrice = {
  created_at: Instant;
  modified_at: Instant | null;
  id: string;
  is_archived: boolean;
  product_id: string;
  type: 'one_time' | 'recurring';
  recurring_interval: RecurringInterval | null;
} & (
  | { amount_type: 'free' }
  | { amount_type: 'fixed'; price_currency: string; price_amount: number }
  | {
      amount_type: 'custom';
      price_currency: string;
      minimum_amount: number | null;
      maximum_amount: number | null;
      preset_amount: number | null;
    }
  | {
      amount_type: 'metered_unit';
      price_currency: string;
      unit_amount: string;
      cap_amount: number | null;
      meter_id: string;
    }
);

export interface ProductDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  name: string;
  description: string | null;
  recurring_interval: RecurringInterval | null;
  /** Of new subscriptions; both null if it has none. */
  trial_interval: Trial['interval'] | null;
  trial_interval_count: number | null;
  is_recurring: boolean;
  is_archived: boolean;
  visibility: Visibility;
  organization_id: string;
  metadata: Metadata;
  /** Includes archived prices, which still apply to subscriptions bought at them. */
  prices: WirePrice[];
  benefit_ids: string[];
  /** Of all prices, to find the product by. */
  price_ids: string[];
  /** Files, some of which may be deleted. */
  media_ids: string[];
  custom_fields: FieldAttachment[];
  /** Those of `custom_fields`, for their deletion. */
  custom_field_ids: string[];
  /** For search and sorting. */
  name_lower: string;
  /** Sorts by the type of the static price on sale: 1 free, 2 custom, 3 fixed; 4 if every price on sale is metered. */
  price_amount_type: number;
  /** In minor units; 0 if free or metered, and what the form begins with if the buyer chooses. */
  price_amount: number;
}

type Fields = Omit<
  ProductDocument,
  'name_lower' | 'price_ids' | 'custom_field_ids' | 'price_amount_type' | 'price_amount'
>;

/** Products in wire form, with archived prices, and benefits by id. */
export const productProjection: Projection<ProductDocument, ProductEvent> = {
  name: 'products',
  version: 6,
  indexes: [
    ['organization_id', 'is_archived', 'created_at'],
    ['organization_id', 'is_recurring', 'created_at'],
    ['organization_id', 'name_lower'],
    ['organization_id'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'name_lower', 'price_amount_type', 'price_amount'],
    filters: ['is_archived', 'is_recurring', 'visibility', 'benefit_ids', 'price_ids', 'custom_field_ids'],
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
    ...wireTrial(data.trial ?? null),
    is_recurring: data.recurringInterval !== null,
    is_archived: false,
    visibility: data.visibility ?? 'public',
    organization_id: data.organizationId,
    metadata: data.metadata,
    benefit_ids: [],
    media_ids: data.mediaIds ?? [],
    custom_fields: data.customFields ?? [],
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
      const { customFields: custom_fields = document.custom_fields } = event.data;
      const { mediaIds: media_ids = document.media_ids, visibility = document.visibility, trial } = event.data;
      const changed = { name, description, metadata, custom_fields, media_ids, visibility };
      return { ...document, ...changed, ...(trial !== undefined && wireTrial(trial)) };
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
  const priced = { ...common, price_currency: price.currency };
  switch (price.amountType) {
    case 'fixed':
      return { ...priced, amount_type: 'fixed', price_amount: price.amount };
    case 'custom': {
      const { minimumAmount: minimum_amount, maximumAmount: maximum_amount, presetAmount: preset_amount } = price;
      return { ...priced, amount_type: 'custom', minimum_amount, maximum_amount, preset_amount };
    }
    case 'metered_unit': {
      const { meterId: meter_id, unitAmount: unit_amount, capAmount: cap_amount } = price;
      return { ...priced, amount_type: 'metered_unit', unit_amount, cap_amount, meter_id };
    }
  }
}

function wireTrial(trial: Trial | null): Pick<ProductDocument, 'trial_interval' | 'trial_interval_count'> {
  return { trial_interval: trial?.interval ?? null, trial_interval_count: trial?.count ?? null };
}

/** The trial as it was set, from the document. */
export function trialOf({
  trial_interval: interval,
  trial_interval_count: count,
}: Pick<ProductDocument, 'trial_interval' | 'trial_interval_count'>): Trial | null {
  return interval === null || count === null ? null : { interval, count };
}

/** The price as it was set, from the document. */
export function priceOf(price: WirePrice): Price {
  const { id } = price;
  switch (price.amount_type) {
    case 'free':
      return { id, amountType: 'free' };
    case 'fixed':
      return { id, amountType: 'fixed', amount: price.price_amount, currency: price.price_currency };
    case 'custom': {
      const { minimum_amount: minimumAmount, maximum_amount: maximumAmount, preset_amount: presetAmount } = price;
      return { id, amountType: 'custom', minimumAmount, maximumAmount, presetAmount, currency: price.price_currency };
    }
    case 'metered_unit': {
      const { meter_id: meterId, unit_amount: unitAmount, cap_amount: capAmount } = price;
      return { id, amountType: 'metered_unit', meterId, unitAmount, capAmount, currency: price.price_currency };
    }
  }
}

/** Why nobody can buy a product; undefined if it is on sale. */
export function unsoldReason({ is_archived, visibility }: ProductDocument): string | undefined {
  if (is_archived) return 'Product is archived.';
  return visibility === 'draft' ? 'Product is a draft.' : undefined;
}

/** The prices on sale, the static one first. */
export function pricesOnSale({ prices }: Pick<ProductDocument, 'prices'>): WirePrice[] {
  const onSale = prices.filter(({ is_archived }) => !is_archived);
  const isMetered = ({ amount_type }: WirePrice) => amount_type === 'metered_unit';
  return [...onSale.filter((price) => !isMetered(price)), ...onSale.filter(isMetered)];
}

/** What a buyer pays before they choose an amount, in minor units: within the limits, which presets were not always. */
export function firstAmountOf(price: WirePrice): number {
  if (price.amount_type !== 'custom') return presetAmountOf(price);
  return Math.min(Math.max(presetAmountOf(price), price.minimum_amount ?? 0), price.maximum_amount ?? Infinity);
}

/** What a price costs before anybody chooses an amount, in minor units: 0 if it is free or metered. */
export function presetAmountOf(price: WirePrice): number {
  switch (price.amount_type) {
    case 'fixed':
      return price.price_amount;
    case 'custom': {
      const { preset_amount, minimum_amount, maximum_amount, price_currency } = price;
      const unset = unsetAmountOf(price_currency);
      return preset_amount ?? Math.min(Math.max(unset, minimum_amount ?? 0), maximum_amount ?? Infinity);
    }
    default:
      return 0;
  }
}

const SORTED_TYPES = ['free', 'custom', 'fixed', 'metered_unit'];

function searchable(document: Fields): ProductDocument {
  // A product never has none.
  const price = pricesOnSale(document)[0]!;
  return {
    ...document,
    price_ids: document.prices.map(({ id }) => id),
    custom_field_ids: document.custom_fields.map(({ customFieldId }) => customFieldId),
    name_lower: folded(document.name),
    price_amount_type: SORTED_TYPES.indexOf(price.amount_type) + 1,
    price_amount: presetAmountOf(price),
  };
}
