import type Stripe from 'stripe';
import type { ProcessorReport } from '../../features/billing/payments/payment-processor.ts';
import { isUuid } from '../../kernel/ids.ts';
import { chargeOutcomeOf, idOf, refundOutcomeOf, setupOutcomeOf } from './stripe-outcomes.ts';

/** Metadata of Stripe's objects that name ours. */
export const PAYMENT_ID = 'payment_id';
export const REFUND_ID = 'refund_id';
export const CUSTOMER_ID = 'customer_id';

type DisputeStatus = Extract<ProcessorReport, { type: 'dispute' }>['status'];

/**
 * What one of Stripe's events says about a payment. Its object is as it was when the event happened, so a late delivery reports the past.
 * @param paymentOf our id of the payment behind an intent, which a dispute does not name; undefined if it is not ours
 */
export async function reportOf(
  event: Stripe.Event,
  paymentOf: (intent: string) => Promise<string | undefined>,
): Promise<ProcessorReport> {
  const other: ProcessorReport = { type: 'other', about: event.type };
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled': {
      const id = ourId(event.data.object, PAYMENT_ID);
      return id === undefined ? other : { type: 'charge', id, outcome: chargeOutcomeOf(event.data.object) };
    }
    case 'setup_intent.succeeded':
    case 'setup_intent.requires_action':
    case 'setup_intent.setup_failed':
    case 'setup_intent.canceled': {
      const id = ourId(event.data.object, PAYMENT_ID);
      return id === undefined ? other : { type: 'setup', id, outcome: setupOutcomeOf(event.data.object) };
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
