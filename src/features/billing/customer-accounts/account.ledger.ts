import type { EntryFacts, LedgerFacts } from '../../../kernel/reading/entry-facts.ts';
import type { Money } from '../../../kernel/money.ts';
import { changeOf, type AccountEvent } from './account.events.ts';

function booked(event: AccountEvent): EntryFacts {
  const { orderId, currency } = event.data;
  return { money: { amount: changeOf(event), currency }, about: { order: orderId } };
}

const facts = (type: AccountEvent['type']) => (data: AccountEvent['data'] & Money) =>
  booked({ type, data } as AccountEvent);

/** Above 0 in the customer's favor. */
export const accountFacts: LedgerFacts<AccountEvent> = {
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
