import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import { discountEvents, type DiscountDuration, type DiscountEvent, type DiscountValue } from './discount.events.ts';

export interface DiscountDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  name: string;
  type: 'fixed' | 'percentage';
  /** In minor units; null for a percentage. */
  amount: number | null;
  currency: string | null;
  /** null for a fixed amount. */
  basis_points: number | null;
  duration: 'once' | 'forever' | 'repeating';
  duration_in_months: number | null;
  code: string | null;
  starts_at: Instant | null;
  ends_at: Instant | null;
  max_redemptions: number | null;
  /** Reserved for checkouts, and redeemed. */
  redemptions_count: number;
  organization_id: string;
  metadata: Metadata;
  product_ids: string[];
  /** Deleted discounts are kept for what was bought with them, and hidden from lists. */
  deleted_at: Instant | null;
  /** Nothing is left of its maximum. */
  is_used_up: boolean;
  name_lower: string;
  code_lower: string | null;
  metadata_entries: string[];
}

type Fields = Omit<DiscountDocument, 'is_used_up' | 'name_lower' | 'code_lower' | 'metadata_entries'>;
type FoldedEvent = Exclude<DiscountEvent, { type: 'ClaimForfeited' }>;

/** Discounts in wire form, with products by id. */
export const discountProjection: Projection<DiscountDocument, FoldedEvent> = {
  name: 'discounts',
  version: 2,
  indexes: [['organization_id', 'deleted_at', 'created_at', 'name_lower', 'code_lower']],
  lists: {
    scope: ['organization_id', 'deleted_at'],
    sortings: ['created_at', 'name_lower', 'code_lower', 'redemptions_count'],
    filters: ['type', 'duration', 'starts_at', 'ends_at', 'is_used_up', 'metadata_entries'],
  },
  maps: ['metadata'],
  handles: typesOf(discountEvents),
  targets: (event) => [event.data.discountId],

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    if (event.type === 'DiscountCreated') return searchable(created(event.data, at));
    if (!document) return undefined;
    switch (event.type) {
      case 'DiscountUpdated':
        return searchable({ ...document, ...changesOf(event.data), modified_at: at });
      case 'DiscountDeleted':
        return { ...document, modified_at: at, deleted_at: at };
      case 'RedemptionReserved':
        return counted(document, 1);
      case 'RedemptionReleased':
        return counted(document, -1);
      case 'DiscountRedeemed':
        return document;
    }
  },
};

function created(data: Extract<FoldedEvent, { type: 'DiscountCreated' }>['data'], at: Instant): Fields {
  return {
    id: data.discountId,
    created_at: at,
    modified_at: null,
    name: data.name,
    ...wireValue(data.value),
    ...wireDuration(data.duration),
    code: data.code,
    starts_at: data.startsAt,
    ends_at: data.endsAt,
    max_redemptions: data.maxRedemptions,
    redemptions_count: 0,
    organization_id: data.organizationId,
    metadata: data.metadata,
    product_ids: data.productIds,
    deleted_at: null,
  };
}

function changesOf(data: Extract<FoldedEvent, { type: 'DiscountUpdated' }>['data']): Partial<Fields> {
  const { name, code, value, duration, startsAt, endsAt, maxRedemptions, productIds, metadata } = data;
  return {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code }),
    ...(value && wireValue(value)),
    ...(duration !== undefined && wireDuration(duration)),
    ...(startsAt !== undefined && { starts_at: startsAt }),
    ...(endsAt !== undefined && { ends_at: endsAt }),
    ...(maxRedemptions !== undefined && { max_redemptions: maxRedemptions }),
    ...(productIds && { product_ids: productIds }),
    ...(metadata && { metadata }),
  };
}

function counted(document: DiscountDocument, by: 1 | -1): DiscountDocument {
  const redemptions_count = document.redemptions_count + by;
  return { ...document, redemptions_count, is_used_up: isUsedUp({ ...document, redemptions_count }) };
}

function isUsedUp({
  max_redemptions,
  redemptions_count,
}: Pick<Fields, 'max_redemptions' | 'redemptions_count'>): boolean {
  return max_redemptions !== null && redemptions_count >= max_redemptions;
}

function wireValue(value: DiscountValue): Pick<Fields, 'type' | 'amount' | 'currency' | 'basis_points'> {
  return value.type === 'fixed'
    ? { ...value, basis_points: null }
    : { type: value.type, amount: null, currency: null, basis_points: value.basisPoints };
}

function wireDuration(duration: DiscountDuration): Pick<Fields, 'duration' | 'duration_in_months'> {
  return typeof duration === 'string'
    ? { duration, duration_in_months: null }
    : { duration: 'repeating', duration_in_months: duration.months };
}

function searchable(document: Fields): DiscountDocument {
  return {
    ...document,
    is_used_up: isUsedUp(document),
    name_lower: folded(document.name),
    code_lower: document.code === null ? null : folded(document.code),
    metadata_entries: metadataEntries(document.metadata),
  };
}
