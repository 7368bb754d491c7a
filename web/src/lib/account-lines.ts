type LineType =
  | 'CreditBooked'
  | 'DebtBooked'
  | 'CreditApplied'
  | 'DebtApplied'
  | 'CreditReturned'
  | 'DebtReturned'
  | 'DebtCanceled'
  | 'CreditRefunded'
  | 'RefundCredited'
  | 'UsageCredited'
  | 'UsageCreditCanceled';

export type UsageCreditType = Extract<LineType, 'UsageCredited' | 'UsageCreditCanceled'>;

const words: Record<LineType, string> = {
  CreditBooked: 'Credit from an order',
  DebtBooked: 'Too little to charge',
  CreditApplied: 'Used for an order',
  DebtApplied: 'Charged with an order',
  CreditReturned: 'Returned: the order is void',
  DebtReturned: 'Owed again: the order is void',
  DebtCanceled: 'No longer owed',
  CreditRefunded: 'Refunded to the card',
  RefundCredited: 'Refunded as credit',
  UsageCredited: 'Billed usage was voided',
  UsageCreditCanceled: 'No longer credited',
};

/** What a line of a customer's account is about: "Credit from an order". */
export function accountLineWords(type: LineType): string {
  return words[type];
}

/** The same in the history of the order: "Credited for voided usage". */
export function usageCreditWords(type: UsageCreditType): string {
  return type === 'UsageCredited' ? 'Credited for voided usage' : 'No longer credited for voided usage';
}
