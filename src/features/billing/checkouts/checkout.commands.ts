import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { History } from '../../../kernel/writing/history.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Money } from '../../../kernel/money.ts';
import type { CheckoutCustomer, CheckoutEvent, CheckoutTerms } from './checkout.events.ts';

/** What is filled in, as it arrives: the kind of a tax number follows from the address. */
export type FilledIn = Omit<CheckoutCustomer, 'customerTaxId' | 'customFieldData'> & {
  customerTaxNumber: string | null;
};

/** Values by the slugs of the product's custom fields, not yet validated; undefined leaves them as they are. */
interface WithCustomFields {
  customFieldData?: Readonly<Record<string, unknown>>;
}

/** Sellers name a discount, buyers its code, which is ignored if the checkout allows none; null removes it. */
export interface DiscountRequest {
  discountId?: string | null;
  discountCode?: string | null;
}

/** Another of the offered products, another of their prices, or another amount in minor units at a custom price. */
export interface Reselection {
  productId?: string;
  priceId?: string;
  amount?: number;
}

type Changed = Executed<unknown, CheckoutEvent>;

export interface Confirmed {
  history: History<CheckoutEvent>;
  /** Shown once. */
  customerSessionToken: string;
}

/** A new checkout of which nothing is given. */
export const EMPTY_CHECKOUT: FilledIn & CheckoutTerms = {
  isBusinessCustomer: false,
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxNumber: null,
  customerExternalId: null,
  customerMetadata: {},
  allowDiscountCodes: true,
  requireBillingAddress: false,
  allowTrial: true,
  trial: null,
  successUrl: null,
  embedOrigin: null,
  metadata: {},
};

/** Creates a checkout for products of one organization. */
export class CreateCheckout extends command('CreateCheckout')<
  {
    checkoutId: string;
    /** None if a price names the product. */
    productIds: string[];
    priceId?: string;
    customerId: string | null;
    /** The free subscription to upgrade. */
    subscriptionId?: string | null;
    /** The seller unless it is a buyer, who knows the e-mail of the subscription's customer. */
    openedBy?: 'buyer';
    /** The checkout link that opens it. */
    checkoutLinkId?: string;
    /** At a custom price. */
    amount?: number;
  } & FilledIn &
    CheckoutTerms &
    Pick<DiscountRequest, 'discountId'> &
    WithCustomFields,
  Changed
> {}
/** Changes an open checkout. The buyer is whoever holds its client secret. */
export class UpdateCheckout extends command('UpdateCheckout')<
  { checkoutId: string; by: 'buyer' | 'seller' } & Reselection &
    Partial<FilledIn> &
    Partial<CheckoutTerms> &
    DiscountRequest &
    WithCustomFields,
  Changed
> {}
/** Starts the confirm, creates the customer and charges; 400 PaymentError if the charge is declined at once. */
export class ConfirmCheckout extends command('ConfirmCheckout')<
  { checkoutId: string; confirmationToken: string | null } & Reselection &
    Partial<FilledIn> &
    DiscountRequest &
    WithCustomFields,
  Confirmed
> {}
/** Continues a confirm that has started, from wherever it stopped. */
export class ContinueConfirm extends command('ContinueConfirm')<{ checkoutId: string }> {}
/**
 * Releases a redemption that was reserved only after its attempt to confirm had ended: a confirm that is continued may be late.
 * `attempt`: the order's id; `position`: of the reservation.
 */
export class CheckRedemption extends command('CheckRedemption')<{
  discountId: string;
  checkoutId: string;
  attempt: string;
  position: Position;
}> {}
/**
 * Creates subscription and order of a paid checkout, which then succeeds. If that is refused, the money is refunded and the checkout is open
 * again. `payment`: what was paid; null if nothing was due.
 */
export class FulfilCheckout extends command('FulfilCheckout')<{
  checkoutId: string;
  payment: ({ paymentId: string } & Money) | null;
}> {}
/** `orderId`: of the confirm that failed; a later one has another. */
export class FailConfirm extends command('FailConfirm')<{ checkoutId: string; orderId: string; reason: string }> {}
/** `paymentId`: of the confirm that has succeeded; null if nothing was due. */
export class CompleteConfirm extends command('CompleteConfirm')<{ checkoutId: string; paymentId: string | null }> {}
export class ReopenCheckout extends command('ReopenCheckout')<
  {
    checkoutId: string;
    /** null if nothing was due. */
    paymentId: string | null;
    reason: string;
  },
  Changed
> {}
export class SucceedCheckout extends command('SucceedCheckout')<{
  checkoutId: string;
  orderId: string;
  subscriptionId: string | null;
}> {}
/** Closes every open checkout of an organization that was deleted. */
export class CloseCheckoutsOf extends command('CloseCheckoutsOf')<{ organizationId: string }> {}
/** Expires a checkout before its time. */
export class CloseCheckout extends command('CloseCheckout')<{ checkoutId: string }> {}
/** Sent by the ticker. */
export class ExpireCheckout extends command('ExpireCheckout')<{ id: string; dueAt: Instant }> {}
