import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { Money } from '../../../kernel/money.ts';
import type { PaymentEvent, PaymentPurpose } from './payment.events.ts';

export const paymentFacts: LedgerFacts<PaymentEvent> = {
  PaymentRequested: charged,
  PaymentPending: of,
  PaymentSucceeded: charged,
  PaymentDeclined: of,
  PaymentMismatched: charged,
  PaymentReversalRequested: of,
  PaymentReversed: of,
  PaymentDisputed: charged,
  PaymentDisputeClosed: charged,
};

function of({ purpose }: { purpose: PaymentPurpose }): EntryFacts {
  return { about: { order: purpose.kind === 'order' ? purpose.orderId : null } };
}

function charged({ purpose, amount, currency }: { purpose: PaymentPurpose } & Money): EntryFacts {
  return { ...of({ purpose }), money: { amount, currency } };
}
