import type Stripe from 'stripe';
import type { ProcessorReport } from '../../features/billing/payments/payment-processor.ts';
import { isUuid } from '../../kernel/ids.ts';
import { chargeOutcomeOf, idOf, refundOutcomeOf, setupOutcomeOf } from './stripe-outcomes.ts';

/** Metadata of Stripe's objects that name ours. */
export const PAYMENT_ID = 'payment_id';
export const REFUND_ID = 'refund_id';
export const CUSTOMER_ID = 'customer_id';

/** What is known here about Stripe's intents. */
export interface KnownIntents {
  /** Our id of the payment behind an intent, which a dispute does not name; undefined if it is not ours. */
  paymentOf(intent: string): Promise<string | undefined>;
  /** Whether it may be the intent of a payment: other objects of the account can name the payment, too. */
  isIntentOf(intent: string, paymentId: string): Promise<boolean>;
}

type DisputeStatus = Extract<ProcessorReport, { type: 'dispute' }>['status'];

/**
 * What one of Stripe's events says about a payment. Its object is as it was when the event happened, so a late delivery reports the past.
 */
export async function reportOf(event: Stripe.Event, { paymentOf, isIntentOf }: KnownIntents): Promise<ProcessorReport> {
  const other: ProcessorReport = { type: 'other', about: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const intent = event.data.object;
      const id = ourId(intent, PAYMENT_ID);
      if (id === undefined || !(await isIntentOf(intent.id, id))) return other;
      return { type: 'charge', id, outcome: chargeOutcomeOf(intent) };
    }
    case 'setup_intent.succeeded':
    case 'setup_intent.requires_action':
    case 'setup_intent.setup_failed':
    case 'setup_intent.canceled': {
      const intent = event.data.object;
      const id = ourId(intent, PAYMENT_ID);
      if (id === undefined || !(await isIntentOf(intent.id, id))) return other;
      return { type: 'setup', id, outcome: setupOutcomeOf(intent) };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const refund = event.data.object;
      const [id, chargeId] = [ourId(refund, REFUND_ID), ourId(refund, PAYMENT_ID)];
      if (id === undefined || chargeId === undefined) return other;
      return { type: 'refund', id, chargeId, outcome: refundOutcomeOf(refund) };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const { id: reference, payment_intent, reason, status, amount, currency } = event.data.object;
      const intent = idOf(payment_intent);
      const chargeId = intent === undefined ? undefined : await paymentOf(intent);
      if (chargeId === undefined) return other;
      return { type: 'dispute', chargeId, reference, reason, status: disputeStatusOf(status), amount, currency };
    }
    default:
      return other;
  }
}

/** Our id in the metadata; undefined if the object is another program's. */
export function ourId({ metadata }: { metadata: Stripe.Metadata | null }, name: string): string | undefined {
  const id = metadata?.[name];
  return id !== undefined && isUuid(id) ? id : undefined;
}

/** An inquiry by the bank, which has taken no money yet, counts as a dispute; one that ends without a dispute is won. */
function disputeStatusOf(status: string): DisputeStatus {
  if (status === 'lost') return 'lost';
  return ['won', 'warning_closed', 'prevented'].includes(status) ? 'won' : 'open';
}
