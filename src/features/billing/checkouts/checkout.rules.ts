import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { Address } from '../address.ts';
import { billOf, type Bill, type Line } from '../pricing/bill.ts';
import type { BillTerms } from '../pricing/terms.ts';
import type { Trial } from '../products/product.events.ts';
import { taxIdOf, taxNumberError, type TaxId } from '../tax-id.ts';
import type { DiscountRequest } from './checkout.commands.ts';
import type { CheckoutBilling, CheckoutCustomer, CheckoutSelection, CheckoutTerms } from './checkout.events.ts';

/** What decides whether a subscription begins with a trial. */
export interface TrialTerms extends Pick<CheckoutTerms, 'allowTrial' | 'trial'> {
  /** The subscription that is upgraded. */
  subscriptionId: string | null;
}

/** The trial that confirming begins: the checkout's own, else the product's. What is free needs none (docs/BILLING.md#trials). */
export function trialOf(
  selection: Pick<CheckoutSelection, 'amount' | 'meteredPriceIds' | 'recurringInterval' | 'productTrial'>,
  { allowTrial, trial, subscriptionId }: TrialTerms,
): Trial | null {
  if (!allowTrial || subscriptionId !== null || !renews(selection)) return null;
  return trial ?? selection.productTrial;
}

/** Whether something will be charged for it again. */
function renews({
  amount,
  meteredPriceIds,
  recurringInterval,
}: Pick<CheckoutSelection, 'amount' | 'meteredPriceIds' | 'recurringInterval'>): boolean {
  return recurringInterval !== null && (amount > 0 || meteredPriceIds.length > 0);
}

type Charged = Pick<CheckoutSelection, 'priceId' | 'meteredPriceIds' | 'amount' | 'currency'>;

/** The amounts of a checkout, in minor units (docs/BILLING.md#checkout-amounts). */
export interface CheckoutTotals {
  discountId: string | null;
  discountAmount: number;
  netAmount: number;
  /** null until an address is known, 0 if nothing is due. */
  taxAmount: number | null;
  totalAmount: number;
  /** What is charged now: nothing if a trial begins. */
  dueAmount: number;
  /** Something is due now. */
  paymentRequired: boolean;
  /** A payment method has to be saved for renewals. */
  setupRequired: boolean;
}

export function totalsOf(selection: CheckoutSelection, billing: CheckoutBilling, trial: Trial | null): CheckoutTotals {
  const { discount, totals } = checkoutBill(selection, billTerms(billing), {});
  const { discountAmount, netAmount, taxAmount, totalAmount } = totals;
  const dueAmount = trial ? 0 : totalAmount;
  return {
    discountId: discount?.discountId ?? null,
    discountAmount,
    netAmount,
    taxAmount: netAmount > 0 && billing.tax === 'unknown_location' ? null : taxAmount,
    totalAmount,
    dueAmount,
    paymentRequired: dueAmount > 0,
    setupRequired: renews(selection),
  };
}

/**
 * The bill of the selected price, shown before a confirm, charged by it and ordered after it; without a line if only meters are billed.
 * `about`: what the order says about its line.
 */
export function checkoutBill<L extends object>(selection: Charged, terms: BillTerms, about: L): Bill<L & Line> {
  const { priceId, meteredPriceIds, amount, currency } = selection;
  const lines = meteredPriceIds.includes(priceId) ? [] : [{ ...about, amount, proration: false }];
  return billOf(lines, currency, terms);
}

/** Without tax while it is not known where the buyer is. */
export function billTerms({ discount, tax }: CheckoutBilling): CheckoutBilling & BillTerms {
  return { discount, tax: tax === 'unknown_location' ? null : tax };
}

/** The parts of the address that the form asks for. */
export function billingAddressFields(
  requireBillingAddress: boolean,
  isBusinessCustomer: boolean,
  country: string | undefined,
): { country: boolean; state: boolean; city: boolean; postal_code: boolean; line1: boolean; line2: boolean } {
  const full = requireBillingAddress || isBusinessCustomer || country === 'US';
  return { country: true, state: full || country === 'CA', city: full, postal_code: full, line1: full, line2: full };
}

export const ADDRESS_FIELD_MODES = ['required', 'optional', 'disabled'] as const;
export type AddressFieldMode = (typeof ADDRESS_FIELD_MODES)[number];

/** The same as newer clients want it; nobody has to have a second line, and few countries have states. */
export function addressFieldModes(fields: ReturnType<typeof billingAddressFields>, country: string | undefined) {
  const modeOf = (isAsked: boolean, isNeeded = true): AddressFieldMode => {
    if (!isAsked) return 'disabled';
    return isNeeded ? 'required' : 'optional';
  };
  return {
    country: modeOf(fields.country),
    state: modeOf(fields.state, country === 'US' || country === 'CA'),
    city: modeOf(fields.city),
    postal_code: modeOf(fields.postal_code),
    line1: modeOf(fields.line1),
    line2: modeOf(fields.line2, false),
  };
}

/** @throws InvalidInput all that is missing, and `others`, together (docs/BILLING.md#checkout-requests) */
export function refuseIncomplete(
  customer: CheckoutCustomer,
  { requireBillingAddress }: CheckoutTerms,
  { paymentRequired, setupRequired }: CheckoutTotals,
  confirmationToken: string | null,
  others: readonly FieldError[],
): void {
  const form = paymentRequired || setupRequired;
  const { isBusinessCustomer: business, customerBillingAddress: address } = customer;
  const needsFullAddress = requireBillingAddress || business;
  const missing = [
    ...(customer.customerEmail === null ? ['customer_email'] : []),
    ...(form && customer.customerName === null ? ['customer_name'] : []),
    ...(business && customer.customerBillingName === null ? ['customer_billing_name'] : []),
    ...((form || needsFullAddress) && address === null ? ['customer_billing_address'] : []),
    ...(needsFullAddress && address !== null ? missingParts(address) : []),
    ...(form && confirmationToken === null ? ['confirmation_token_id'] : []),
  ];
  const errors = [...missing.map(requiredField), ...others];
  if (errors.length > 0) throw new InvalidInput(errors);
}

function missingParts(address: Address): string[] {
  const hasStates = address.country === 'US' || address.country === 'CA';
  return [
    ...(address.line1 === null ? ['customer_billing_address.line1'] : []),
    ...(address.city === null ? ['customer_billing_address.city'] : []),
    ...(address.postalCode === null ? ['customer_billing_address.postal_code'] : []),
    ...(hasStates && address.state === null ? ['customer_billing_address.state'] : []),
  ];
}

/** The tax depends on a part of the address that is not given. */
export function unknownPlace(
  { tax }: CheckoutBilling,
  { customerBillingAddress: address }: CheckoutCustomer,
): FieldError[] {
  if (tax !== 'unknown_location' || address === null) return [];
  const loc = ['body', 'customer_billing_address', 'state'];
  return [{ loc, msg: 'The tax depends on the state.', type: 'missing' }];
}

function requiredField(path: string): FieldError {
  return { loc: ['body', ...path.split('.')], msg: 'Field is required.', type: 'missing' };
}

/** What buyers enter is ignored if the checkout allows no discount codes (docs/BILLING.md#checkout-requests). */
export function discountRequest(
  { allowDiscountCodes }: Pick<CheckoutTerms, 'allowDiscountCodes'>,
  { discountId, discountCode }: DiscountRequest,
): DiscountRequest {
  return allowDiscountCodes ? { discountId, discountCode } : { discountId };
}

/** An address preset beyond the country (and the state, in countries where it matters to tax) asks for the whole address. */
export function presetsFullAddress(address: Address | null): boolean {
  if (address === null) return false;
  const { line1, city, postalCode, state, country } = address;
  return [line1, city, postalCode].some((part) => part !== null) || (state !== null && !['US', 'CA'].includes(country));
}

/**
 * A new tax number gets its kind from the address; if none is given, the old one stays, unless the country is another one, in which it has no
 * form (docs/BILLING.md#checkout-requests).
 * @param before the address so far, if the customer is known already
 * @throws InvalidInput there is no address, or the number has none of the forms of its country
 */
export function withTaxId(
  {
    customerTaxNumber: number,
    ...customer
  }: Omit<CheckoutCustomer, 'customerTaxId'> & { customerTaxId?: TaxId | null; customerTaxNumber?: string | null },
  before: Address | null = customer.customerBillingAddress,
): CheckoutCustomer {
  const present = customer.customerTaxId ?? null;
  const country = customer.customerBillingAddress?.country;
  const asked = number === undefined ? present?.[0] : number;
  if (asked == null) return { ...customer, customerTaxId: null };
  if (asked === present?.[0] && country === before?.country) return { ...customer, customerTaxId: present };
  const taxId = country === undefined ? undefined : taxIdOf(country, asked);
  if (taxId !== undefined || number === undefined) return { ...customer, customerTaxId: taxId ?? null };
  throw country === undefined
    ? InvalidInput.at('body.customer_billing_address', 'Country is required.', 'missing')
    : InvalidInput.at('body.customer_tax_id', taxNumberError(country, asked));
}

export function termsOf<T extends Partial<CheckoutTerms>>(filled: T): Pick<T, keyof CheckoutTerms & keyof T> {
  const { allowDiscountCodes, requireBillingAddress, allowTrial, trial, successUrl, embedOrigin, metadata } = filled;
  return { allowDiscountCodes, requireBillingAddress, allowTrial, trial, successUrl, embedOrigin, metadata } as never;
}

/** Without the fields that are not given. */
export function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
