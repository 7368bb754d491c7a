import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { paymentEvents, type PaymentEvent, type PaymentStatus } from './payment.events.ts';

/** By then, a wake-up of the worker must have been lost. */
const LOST_SECONDS = 10;
/** How often the processor is asked about what it has not settled. */
export const PENDING_SECONDS = 3_600;

/** Amounts in minor units. */
export interface PaymentDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  status: PaymentStatus;
  amount: number;
  currency: string;
  organization_id: string;
  customer_id: string;
  checkout_id: string | null;
  order_id: string | null;
  subscription_id: string | null;
  decline_code: string | null;
  /** Does not match what was requested, so it is listed for the operator. */
  mismatched: boolean;
  /** What the processor took instead of what was requested. */
  received_amount: number | null;
  received_currency: string | null;
  /** From then on the sweeper wakes its worker, unless a wake-up is already scheduled; null once settled. Business time. */
  next_call_at: Instant | null;
}

const STATUS = {
  PaymentPending: 'pending',
  PaymentSucceeded: 'succeeded',
  PaymentDeclined: 'declined',
  PaymentMismatched: 'mismatched',
  PaymentReversalRequested: 'reversing',
  PaymentReversed: 'reversed',
} as const;

export const paymentProjection: Projection<PaymentDocument, PaymentEvent> = {
  name: 'payments',
  version: 4,
  indexes: [
    ['organization_id', 'created_at'],
    ['organization_id', 'checkout_id'],
    ['organization_id', 'order_id'],
    ['mismatched', 'modified_at'],
    ['next_call_at'],
  ],
  handles: typesOf(paymentEvents),
  targets: (event) => [event.data.paymentId],

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    if (event.type !== 'PaymentRequested') {
      const next_call_at = nextCallAfter(event);
      return (
        document && { ...document, ...detailsOf(event), status: STATUS[event.type], modified_at: at, next_call_at }
      );
    }
    const { paymentId, organizationId, customerId, purpose, amount, currency } = event.data;
    return {
      id: paymentId,
      created_at: at,
      modified_at: null,
      status: 'requested',
      amount,
      currency,
      organization_id: organizationId,
      customer_id: customerId,
      checkout_id: purpose.kind === 'checkout' ? purpose.checkoutId : null,
      order_id: purpose.kind === 'order' ? purpose.orderId : null,
      subscription_id: purpose.kind === 'order' ? purpose.subscriptionId : null,
      decline_code: null,
      mismatched: false,
      received_amount: null,
      received_currency: null,
      next_call_at: nextCallAfter(event),
    };
  },
};

function detailsOf({ type, data }: PaymentEvent): Partial<PaymentDocument> {
  if (type === 'PaymentDeclined') return { decline_code: data.code };
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
