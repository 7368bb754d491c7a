import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { subjectOf, typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { OrderCreated } from '../orders/order.events.ts';
import { paymentEvents, type Card, type PaymentEvent, type PaymentStatus } from './payment.events.ts';
import { STATUS_AFTER, WIRE_STATUS } from './payment-status.rules.ts';

/** By then, a wake-up of the worker must have been lost. */
const LOST_SECONDS = 10;
/** How often the processor is asked, at least, about what it has not settled. */
export const PENDING_SECONDS = 3_600;

/** Amounts in minor units. */
export interface PaymentDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  status: PaymentStatus;
  /** In the contract's words. */
  wire_status: 'pending' | 'succeeded' | 'failed';
  /** Only cards so far. */
  method: 'card';
  card: Card | null;
  amount: number;
  currency: string;
  organization_id: string;
  customer_id: string;
  checkout_id: string | null;
  /** Of a checkout's payment: once its order exists. */
  order_id: string | null;
  subscription_id: string | null;
  decline_code: string | null;
  /** In plain words, for the buyer. */
  decline_message: string | null;
  /** Does not match what was requested, so it is listed for the operator. */
  mismatched: boolean;
  /** What the processor took instead of what was requested. */
  received_amount: number | null;
  received_currency: string | null;
  /** Its customer's bank has disputed it, so it is listed for the operator; the latest dispute. */
  disputed: boolean;
  dispute_status: 'open' | 'won' | 'lost' | null;
  dispute_reason: string | null;
  disputed_amount: number | null;
  disputed_currency: string | null;
  disputed_at: Instant | null;
  /** From then on the sweeper wakes its worker, unless a wake-up is already scheduled; null once settled. Business time. */
  next_call_at: Instant | null;
  subjects: string[];
}

/** The order of a checkout names its payment. */
type FoldedEvent = PaymentEvent | OrderCreated;

export const paymentProjection: Projection<PaymentDocument, FoldedEvent> = {
  name: 'payments',
  version: 5,
  indexes: [
    ['organization_id', 'created_at'],
    ['organization_id', 'checkout_id'],
    ['organization_id', 'order_id'],
    ['mismatched', 'modified_at'],
    ['disputed', 'disputed_at'],
    ['next_call_at'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at', 'wire_status', 'amount', 'method'],
    filters: ['checkout_id', 'order_id', 'wire_status', 'method', 'customer_id', 'currency'],
  },
  handles: [...typesOf(paymentEvents), 'OrderCreated'],
  targets: (event) => (event.data.paymentId === null ? [] : [event.data.paymentId]),

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    if (event.type === 'OrderCreated') return document && { ...document, order_id: event.data.orderId };
    // Its own status stays what it is.
    if (event.type === 'PaymentDisputed' || event.type === 'PaymentDisputeClosed')
      return document && { ...document, ...disputeOf(event), disputed_at: at };
    if (event.type !== 'PaymentRequested') {
      const next_call_at = nextCallAfter(event);
      const status = STATUS_AFTER[event.type];
      const changes = { ...detailsOf(event), status, wire_status: WIRE_STATUS[status] };
      return document && { ...document, ...changes, modified_at: at, next_call_at };
    }
    const { paymentId, organizationId, customerId, purpose, amount, currency } = event.data;
    return {
      id: paymentId,
      created_at: at,
      modified_at: null,
      status: STATUS_AFTER[event.type],
      wire_status: WIRE_STATUS[STATUS_AFTER[event.type]],
      method: 'card',
      card: null,
      amount,
      currency,
      organization_id: organizationId,
      customer_id: customerId,
      checkout_id: purpose.kind === 'checkout' ? purpose.checkoutId : null,
      order_id: purpose.kind === 'order' ? purpose.orderId : null,
      subscription_id: purpose.kind === 'order' ? purpose.subscriptionId : null,
      decline_code: null,
      decline_message: null,
      mismatched: false,
      received_amount: null,
      received_currency: null,
      disputed: false,
      dispute_status: null,
      dispute_reason: null,
      disputed_amount: null,
      disputed_currency: null,
      disputed_at: null,
      next_call_at: nextCallAfter(event),
      subjects: [subjectOf.customer(customerId)],
    };
  },

  blank(document, subject) {
    return document.subjects.includes(subject) ? { ...document, card: null } : document;
  },
};

type DisputeEvent = Extract<PaymentEvent, { type: 'PaymentDisputed' | 'PaymentDisputeClosed' }>;

function disputeOf({ type, data }: DisputeEvent): Partial<PaymentDocument> {
  return {
    disputed: true,
    dispute_status: type === 'PaymentDisputed' ? 'open' : data.outcome,
    dispute_reason: data.reason,
    disputed_amount: data.amount,
    disputed_currency: data.currency,
  };
}

function detailsOf({ type, data }: PaymentEvent): Partial<PaymentDocument> {
  if (type === 'PaymentSucceeded') return { card: data.card ?? null };
  if (type === 'PaymentDeclined')
    return { card: data.card ?? null, decline_code: data.code, decline_message: data.message };
  if (type !== 'PaymentMismatched') return {};
  return { mismatched: true, received_amount: data.amount, received_currency: data.currency };
}

function nextCallAfter({ type, metadata: { occurredAt } }: Recorded<PaymentEvent>): Instant | null {
  switch (type) {
    case 'PaymentRequested':
    case 'PaymentReversalRequested':
      return addSeconds(occurredAt, LOST_SECONDS);
    case 'PaymentPending':
      return addSeconds(occurredAt, PENDING_SECONDS);
    default:
      return null;
  }
}
