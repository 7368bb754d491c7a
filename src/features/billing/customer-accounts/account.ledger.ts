import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { Money } from '../../../kernel/money.ts';
import { changeOf, type BalanceEvent } from './account.events.ts';

function booked(event: BalanceEvent): EntryFacts {
  const { orderId, currency } = event.data;
  return { money: { amount: changeOf(event), currency }, about: { order: orderId } };
}

const facts = (type: BalanceEvent['type']) => (data: BalanceEvent['data'] & Money) =>
  booked({ type, data } as BalanceEvent);

/** Above 0 in the customer's favor. */
export const accountFacts: LedgerFacts<BalanceEvent> = {
  CreditBooked: facts('CreditBooked'),
  DebtBooked: facts('DebtBooked'),
  CreditApplied: facts('CreditApplied'),
  DebtApplied: facts('DebtApplied'),
  CreditReturned: facts('CreditReturned'),
  DebtReturned: facts('DebtReturned'),
  DebtCanceled: facts('DebtCanceled'),
  CreditRefunded: facts('CreditRefunded'),
  RefundCredited: facts('RefundCredited'),
  UsageCredited: facts('UsageCredited'),
  UsageCreditCanceled: facts('UsageCreditCanceled'),
};
