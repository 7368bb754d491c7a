import type { Instant } from '../../../kernel/ports/clock.ts';

/** What is taken off a bill. A fixed amount is in minor units of its currency; 10,000 basis points are all of it. */
export type Discount = { discountId: string } & (
  { type: 'fixed'; amount: number; currency: string } | { type: 'percentage'; basisPoints: number }
);

/** A discount with how long it lasts (docs/BILLING.md#discounts). */
export type LastingDiscount = Discount & { duration: 'once' | 'forever' | { months: number } };

/** A discount of a subscription, which lasts from its start. */
export type RecurringDiscount = LastingDiscount & { startedAt: Instant };

/** The tax of one jurisdiction. */
export interface TaxRate {
  /** As the invoice says it, such as `VAT`. */
  name: string;
  /** Of the net amount, a decimal number such as `8.875`. */
  percent: string;
  country: string;
  /** Such as `US-CA`; null for the whole country. */
  state: string | null;
}

/** What is added to a bill for where its buyer is (docs/BILLING.md#tax). Several rates of one place apply side by side. */
export interface Tax {
  rates: readonly TaxRate[];
  /** The buyer owes these rates to the state themselves: nothing is added for them. */
  reverseCharge: boolean;
  /** What determined it, such as `table`. */
  calculator: string;
}

/** What a bill is computed by besides its lines. */
export interface BillTerms {
  discount: Discount | null;
  /** null: the seller collects no tax. */
  tax: Tax | null;
}

/** The terms of a bill without discount and tax. */
export const NO_TERMS: BillTerms = { discount: null, tax: null };
