import type { IntentOf } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { isSameMoney } from '../../../kernel/money.ts';
import type { Card, PaymentEvent } from './payment.events.ts';
import { STATUS_AFTER } from './payment-status.rules.ts';
import type { RecordDispute, RecordPaymentOutcome, RequestPayment, ReversePayment } from './payment.commands.ts';

type PaymentIntent = IntentOf<RequestPayment | RecordPaymentOutcome | RecordDispute | ReversePayment>;

/** What was requested. Amount in minor units. */
export type Payment = RequestPayment['data'];

export type PaymentState =
  | { status: 'absent' }
  | ({ status: 'requested' | 'pending' | 'succeeded' | 'mismatched' | 'reversing' | 'reversed' } & Kept)
  | ({ status: 'declined'; code: string; message: string } & Kept);

/** What stays, whatever its status. */
interface Kept extends Payment {
  /** By the processor's reference; only if there are any. */
  disputes?: Readonly<Record<string, 'open' | 'closed'>>;
}

/** A bank disputes a payment once, rarely twice; further ones are for the processor's own dashboard. */
const MOST_DISPUTES = 5;
/** Characters of the processor's word for why it was disputed. */
const REASON_LENGTH = 100;

/** Whether the money was taken is not known yet, so it cannot be refunded. */
class PaymentNotSettled extends DomainError {
  constructor() {
    super('PaymentNotSettled', 'This payment is not settled yet', 409);
  }
}

/** The processor reports, the decider decides (docs/BILLING.md#payment-states). */
export const paymentDecider: Decider<PaymentIntent, PaymentState, PaymentEvent> = {
  category: 'payment',
  initial: { status: 'absent' },

  decide(intent, state) {
    switch (intent.type) {
      case 'RequestPayment':
        return state.status === 'absent' ? [{ type: 'PaymentRequested', data: intent.data }] : [];
      case 'RecordPaymentOutcome':
        return record(intent.data, known(state));
      case 'RecordDispute':
        return dispute(intent.data, known(state));
      case 'ReversePayment':
        return reverse(intent.data, known(state));
    }
  },

  evolve(state, event) {
    if (event.type === 'PaymentRequested') {
      return { ...paymentOf(event.data), status: STATUS_AFTER[event.type] };
    }
    if (state.status === 'absent') return state;
    switch (event.type) {
      case 'PaymentDeclined': {
        const { code, message } = event.data;
        return { ...paymentOf(state), status: STATUS_AFTER[event.type], code, message };
      }
      case 'PaymentPending':
      case 'PaymentSucceeded':
      case 'PaymentMismatched':
      case 'PaymentReversalRequested':
      case 'PaymentReversed':
        return { ...paymentOf(state), status: STATUS_AFTER[event.type] };
      case 'PaymentDisputed':
        return { ...state, disputes: { ...state.disputes, [event.data.reference]: 'open' } };
      case 'PaymentDisputeClosed':
        return { ...state, disputes: { ...state.disputes, [event.data.reference]: 'closed' } };
    }
  },
};

type Known = Exclude<PaymentState, { status: 'absent' }>;

/** Unexpected money is refunded, never booked: another amount or currency, or money taken after a decline. */
function record(report: RecordPaymentOutcome['data'], state: Known): PaymentEvent[] {
  const about = aboutOf(state);
  const open = state.status === 'requested' || state.status === 'pending';
  switch (report.outcome) {
    case 'succeeded': {
      const { reference, amount, currency } = report;
      const data = { ...about, reference, amount, currency };
      if (open && isSameMoney(report, state))
        return [{ type: 'PaymentSucceeded', data: { ...data, ...cardOf(report) } }];
      if (open) return [{ type: 'PaymentMismatched', data }];
      return state.status === 'declined' ? [{ type: 'PaymentMismatched', data }] : [];
    }
    case 'saved': {
      const { amount, currency } = state;
      const data = { ...about, reference: report.reference, amount, currency };
      return open && amount === 0 ? [{ type: 'PaymentSucceeded', data }] : [];
    }
    case 'pending':
    case 'requires_action': {
      const action = report.outcome === 'pending' ? 'wait' : report.outcome;
      const data = { ...about, action, reference: report.reference } as const;
      return state.status === 'requested' ? [{ type: 'PaymentPending', data }] : [];
    }
    case 'declined': {
      const { code, message } = report;
      return open ? [{ type: 'PaymentDeclined', data: { ...about, code, message, ...cardOf(report) } }] : [];
    }
    case 'reversed':
      return state.status === 'reversing'
        ? [{ type: 'PaymentReversed', data: { ...about, reference: report.reference } }]
        : [];
  }
}

function cardOf({ card }: { card?: Card }): { card?: Card } {
  return card ? { card: { brand: card.brand, last4: card.last4 } } : {};
}

/** A dispute may be reported closed before it is reported open; what is closed stays closed. */
function dispute({ status, ...report }: RecordDispute['data'], { disputes = {}, ...state }: Known): PaymentEvent[] {
  const { reference, amount, currency } = report;
  const before = Object.hasOwn(disputes, reference) ? disputes[reference] : undefined;
  const isNew = before === undefined && Object.keys(disputes).length < MOST_DISPUTES;
  const data = { ...aboutOf(state), reference, reason: report.reason.slice(0, REASON_LENGTH), amount, currency };
  if (status === 'open') return isNew ? [{ type: 'PaymentDisputed', data }] : [];
  const isOpen = before === 'open' || isNew;
  return isOpen ? [{ type: 'PaymentDisputeClosed', data: { ...data, outcome: status } }] : [];
}

function reverse({ reason }: ReversePayment['data'], state: Known): PaymentEvent[] {
  if (state.status === 'requested' || state.status === 'pending') throw new PaymentNotSettled();
  const taken = state.status === 'succeeded' || state.status === 'mismatched';
  return taken ? [{ type: 'PaymentReversalRequested', data: { ...aboutOf(state), reason } }] : [];
}

function known(state: PaymentState): Known {
  if (state.status === 'absent') throw new NotFound();
  return state;
}

function aboutOf({
  paymentId,
  organizationId,
  purpose,
  customerId,
}: Payment): Pick<Payment, 'paymentId' | 'organizationId' | 'purpose' | 'customerId'> {
  return { paymentId, organizationId, purpose, customerId };
}

function paymentOf(payment: Kept): Kept {
  const { paymentId, organizationId, customerId, purpose, amount, currency, paymentMethodId, disputes } = payment;
  const about = { paymentId, organizationId, customerId, purpose, amount, currency, paymentMethodId };
  return disputes ? { ...about, disputes } : about;
}
