import type { Claim } from '../../../kernel/writing/claim.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';
import type { Money } from '../../../kernel/money.ts';
import type { CheckoutCustomer, CheckoutSelection, CheckoutTerms } from './checkout.events.ts';

/** What is filled in, as it comes: the kind of a tax number follows from the address. */
export type FilledIn = Omit<CheckoutCustomer, 'customerTaxId'> & { customerTaxNumber: string | null };

/** A discount code, which counts only where the checkout allows codes. */
interface WithDiscountCode {
  discountCode?: string | null;
}

/** Opens a checkout for products of one organization: gathers their prices and the customer; answers the checkout's events. */
export class OpenCheckout extends command('OpenCheckout')<
  {
    checkoutId: string;
    organizationIds: readonly string[];
    productIds: string[];
    customerId: string | null;
  } & FilledIn &
    CheckoutTerms
> {}
/** Changes an open one, by the seller or through its client secret: gathers the price of another product. */
export class EditCheckout extends command('EditCheckout')<
  {
    checkoutId: string;
    organizationIds: readonly string[] | 'client';
    productId?: string;
    priceId?: string;
  } & Partial<FilledIn> &
    Partial<CheckoutTerms> &
    WithDiscountCode
> {}
/** Takes the buyer's word: locks the checkout, makes the customer, charges; 400 PaymentError where the charge is declined at once. */
export class ConfirmCheckout extends command('ConfirmCheckout')<
  {
    checkoutId: string;
    confirmationToken: string | null;
    productId?: string;
    priceId?: string;
  } & Partial<FilledIn> &
    WithDiscountCode
> {}
/** Goes on with a confirm that has started, from wherever it stopped. */
export class ContinueConfirm extends command('ContinueConfirm')<{ checkoutId: string }> {}
/**
 * Creates subscription and order of a paid checkout, then lets it succeed. Where it can't, the money is refunded and it is open again.
 * `payment`: what was paid; null where nothing was due.
 */
export class FulfilCheckout extends command('FulfilCheckout')<{
  checkoutId: string;
  payment: ({ paymentId: string } & Money) | null;
}> {}

export class CreateCheckout extends command('CreateCheckout')<
  {
    checkoutId: string;
    organizationId: string;
    productIds: string[];
    customerId: string | null;
    expiresAt: Instant;
    subject: string;
  } & CheckoutSelection &
    CheckoutCustomer &
    CheckoutTerms
> {}
export class UpdateCheckout extends command('UpdateCheckout')<
  { checkoutId: string; organizationIds: readonly string[] | 'client'; subject: string } & Partial<CheckoutSelection> &
    Partial<CheckoutCustomer> &
    Partial<CheckoutTerms>
> {}
export class StartConfirm extends command('StartConfirm')<
  {
    checkoutId: string;
    customerId: string;
    createsCustomer: boolean;
    orderId: string;
    subscriptionId: string | null;
    paymentId: string | null;
    paymentMethodId: string | null;
    totalAmount: number;
    currency: string;
    activeClaim: Claim | null;
    subject: string;
  } & CheckoutCustomer
> {}
/** `orderId`: of the confirm that failed; a later one has another. */
export class FailConfirm extends command('FailConfirm')<{ checkoutId: string; orderId: string; reason: string }> {}
export class CompleteConfirm extends command('CompleteConfirm')<{ checkoutId: string }> {}
export class ReopenCheckout extends command('ReopenCheckout')<{
  checkoutId: string;
  /** null where nothing was to be paid. */
  paymentId: string | null;
  reason: string;
}> {}
export class SucceedCheckout extends command('SucceedCheckout')<{
  checkoutId: string;
  orderId: string;
  subscriptionId: string | null;
}> {}
/** Closes every open checkout of an organization that is gone. */
export class CloseCheckoutsOf extends command('CloseCheckoutsOf')<{ organizationId: string }> {}
/** Before its time. */
export class CloseCheckout extends command('CloseCheckout')<{ checkoutId: string }> {}
/** Sent by the ticker. */
export class ExpireCheckout extends command('ExpireCheckout')<{ id: string; dueAt: Instant }> {}
