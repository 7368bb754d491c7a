/** What is taken off a bill. A fixed amount is in minor units of its currency; 10,000 basis points are all of it. */
export type Discount = { discountId: string } & (
  { type: 'fixed'; amount: number; currency: string } | { type: 'percentage'; basisPoints: number }
);

/** A discount of a subscription, with how long it lasts from its start (docs/BILLING.md#discounts). */
export type RecurringDiscount = Discount & { startedAt: string; duration: 'once' | 'forever' | { months: number } };

/** Tax in basis points of the net amount, added to it. */
export interface TaxRate {
  basisPoints: number;
}

/** What a bill is computed by besides its lines. */
export interface BillTerms {
  discount: Discount | null;
  tax: TaxRate | null;
}

/** The terms of every bill until there are discounts and a tax calculator. */
export const NO_TERMS: BillTerms = { discount: null, tax: null };
