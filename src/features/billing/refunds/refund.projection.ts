import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { subjectOf, typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { CreditNoteEvent } from '../invoices/invoice.events.ts';
import type { Metadata } from '../metadata.ts';
import { statusAfter } from './refund.decider.ts';
import { refundEvents, type RefundEvent, type RefundReason } from './refund.events.ts';

/** By then, a wake-up of the worker must have been lost. */
const LOST_SECONDS = 10;
/** How often the processor is asked about what it has not settled. */
export const PENDING_SECONDS = 3_600;

/** A refund in its wire form, with what only the dashboard and the worker need. Amounts in minor units. */
export interface RefundDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  reason: RefundReason;
  amount: number;
  tax_amount: number;
  /** To the card. */
  payment_amount: number;
  /** As credit to the customer's account. */
  balance_amount: number;
  currency: string;
  organization_id: string;
  order_id: string;
  payment_id: string;
  subscription_id: string | null;
  customer_id: string;
  revoke_benefits: boolean;
  comment: string | null;
  metadata: Metadata;
  /** Why the processor refused it, or took it back later. */
  failure_code: string | null;
  failure_message: string | null;
  /** It had succeeded before. */
  reversed: boolean;
  /** Such as `CN-2026-00001`; null until it has succeeded. */
  credit_note_number: string | null;
  /** From then on the sweeper wakes its worker; null once settled. Business time. */
  next_call_at: Instant | null;
  subjects: string[];
}

/** Credit notes have streams of their own. */
type FoldedEvent = RefundEvent | Extract<CreditNoteEvent, { type: 'CreditNoteIssued' }>;

export const refundProjection: Projection<RefundDocument, FoldedEvent> = {
  name: 'refunds',
  version: 2,
  indexes: [['organization_id', 'order_id', 'created_at'], ['next_call_at']],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'amount'],
    filters: ['order_id', 'subscription_id', 'customer_id', 'status'],
  },
  maps: ['metadata'],
  handles: [...typesOf(refundEvents), 'CreditNoteIssued'],
  targets: (event) => [event.data.refundId],

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    if (event.type === 'RefundRequested') return requested(event);
    if (!document) return undefined;
    if (event.type === 'CreditNoteIssued') return { ...document, credit_note_number: event.data.number };
    const status = wireStatus(statusAfter(event));
    const next_call_at = event.type === 'RefundPending' ? addSeconds(at, PENDING_SECONDS) : null;
    return { ...document, ...failureOf(event), status, next_call_at, modified_at: at };
  },

  blank(document, subject) {
    return document.subjects.includes(subject) ? { ...document, comment: null, metadata: {} } : document;
  },
};

function wireStatus(status: ReturnType<typeof statusAfter>): RefundDocument['status'] {
  return status === 'requested' ? 'pending' : status;
}

function failureOf({ type, data }: RefundEvent): Partial<RefundDocument> {
  switch (type) {
    case 'RefundFailed':
      return { failure_code: data.code, failure_message: data.message };
    case 'RefundReversed':
      return { failure_code: data.code, failure_message: data.message, reversed: true };
    default:
      return {};
  }
}

function requested({ data, metadata }: Recorded<Extract<RefundEvent, { type: 'RefundRequested' }>>): RefundDocument {
  const at = metadata.occurredAt;
  return {
    id: data.refundId,
    created_at: at,
    modified_at: null,
    status: 'pending',
    reason: data.reason,
    amount: data.amount,
    tax_amount: data.taxAmount,
    payment_amount: data.paymentAmount,
    balance_amount: data.balanceAmount,
    currency: data.currency,
    organization_id: data.organizationId,
    order_id: data.orderId,
    payment_id: data.paymentId,
    subscription_id: data.subscriptionId,
    customer_id: data.customerId,
    revoke_benefits: data.revokeBenefits,
    comment: data.comment,
    metadata: data.metadata,
    failure_code: null,
    failure_message: null,
    reversed: false,
    credit_note_number: null,
    next_call_at: addSeconds(at, LOST_SECONDS),
    subjects: [subjectOf.customer(data.customerId)],
  };
}
