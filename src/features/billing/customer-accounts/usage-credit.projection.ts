import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { changeOf, type UsageCreditEvent } from './account.events.ts';

const NEWEST = 100;

/** An entry of the customer's account. */
export interface UsageCreditEntry {
  event_id: string;
  type: UsageCreditEvent['type'];
  at: Instant;
  /** In minor units; below 0 for what is no longer credited. */
  amount: number;
  /** How many usage events that the order has billed were voided by then. */
  voids: number;
  /** The event that it was booked for: of the voided usage, or of its order. */
  cause_event_id: string;
}

/** What an order's customer was credited because usage that the order had billed was voided, under the order's id. */
export interface UsageCreditDocument extends Document {
  organization_id: string;
  currency: string;
  /** In minor units. */
  amount: number;
  /** The newest, oldest first. */
  entries: UsageCreditEntry[];
}

export const usageCreditProjection: Projection<UsageCreditDocument, UsageCreditEvent> = {
  name: 'usage_credits',
  version: 1,
  indexes: [['organization_id']],
  handles: ['UsageCredited', 'UsageCreditCanceled'],
  targets: (event) => [event.data.orderId],

  evolve(document, event, id) {
    const { organizationId, currency, voids } = event.data;
    const { id: event_id, type, metadata } = event;
    const amount = changeOf(event);
    if (amount === 0) return document;
    const booked = { event_id, type, at: metadata.occurredAt, amount, voids, cause_event_id: metadata.causationId };
    return {
      id,
      organization_id: organizationId,
      currency,
      amount: (document?.amount ?? 0) + amount,
      entries: [...(document?.entries ?? []), booked].slice(-NEWEST),
    };
  },
};
