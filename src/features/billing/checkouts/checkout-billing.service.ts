import { Inject, Injectable } from '@nestjs/common';
import { TAX_CALCULATOR } from '../../../app/tokens.ts';
import { minimumChargeOf } from '../../../kernel/currencies.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { moneyText } from '../../../kernel/money.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { isTooLittle } from '../customer-accounts/account.rules.ts';
import {
  appliesTo,
  isInCurrency,
  isRecurringAllowed,
  isRedeemable,
  termsOf,
  type Discount,
} from '../discounts/discount.rules.ts';
import { DiscountReader } from '../discounts/discounts.queries.ts';
import type { LastingDiscount } from '../pricing/terms.ts';
import type { TaxCalculator } from '../pricing/tax-calculator.ts';
import type { DiscountRequest } from './checkout.commands.ts';
import type { CheckoutBilling, CheckoutCustomer, CheckoutSelection } from './checkout.events.ts';
import { checkoutBill } from './checkout.rules.ts';

/** What a checkout's amounts depend on, besides what is selected. */
export interface Billed {
  organizationId: string;
  selection: CheckoutSelection;
  customer: CheckoutCustomer;
  now: Instant;
  /** What the request chooses at a custom price, if it does. */
  amount?: number | undefined;
}

/** Determines the discount and the tax of a checkout. */
@Injectable()
export class CheckoutBillingService {
  constructor(
    private readonly discounts: DiscountReader,
    @Inject(TAX_CALCULATOR) private readonly taxes: TaxCalculator,
  ) {}

  /**
   * The discount that is asked for, or the present one if it still applies, with the tax on what is left.
   * @throws InvalidInput the discount does not exist, does not apply, is no longer redeemable, or leaves too little to be charged
   */
  async of(billed: Billed, present: LastingDiscount | null, requested: DiscountRequest): Promise<CheckoutBilling> {
    const discount = await this.discountOf(billed, present, requested);
    return { discount, tax: await this.taxOf(billed, discount) };
  }

  private async discountOf(
    billed: Billed,
    present: LastingDiscount | null,
    { discountId, discountCode }: DiscountRequest,
  ): Promise<LastingDiscount | null> {
    const { organizationId } = billed;
    const scope = { organizationIds: [organizationId] };
    if (discountId != null && discountId !== present?.discountId)
      return redeemable(await this.discounts.folded(discountId, scope), 'discount_id', billed);
    if (discountCode != null) {
      const discount = redeemable(await this.discounts.byCode(organizationId, discountCode), 'discount_code', billed);
      // The same code again keeps the terms that it had.
      return discount.discountId === present?.discountId ? present : discount;
    }
    if (discountId === null || discountCode === null || present === null) return null;
    const discount = await this.discounts.folded(present.discountId, scope);
    if (!discount || !isApplicable(discount, billed)) return null;
    if (!leavesTooLittle(present, billed)) return present;
    if (billed.amount !== undefined) throw tooLittleAt('amount', billed);
    return null;
  }

  /** That no address is known is said here, also where no tax is collected: the address itself may be erased one day, the amounts stay as they are. */
  private async taxOf(
    { organizationId, selection, customer, now }: Billed,
    discount: LastingDiscount | null,
  ): Promise<CheckoutBilling['tax']> {
    if (customer.customerBillingAddress === null) return 'unknown_location';
    const { items, currency } = checkoutBill(selection, { discount, tax: null }, {});
    return this.taxes.determine({
      organizationId,
      at: now,
      address: customer.customerBillingAddress,
      taxId: customer.customerTaxId,
      isBusiness: customer.isBusinessCustomer,
      currency,
      lines: items.map(({ amount, discountAmount }) => ({ amount: amount - discountAmount })),
    });
  }
}

function isApplicable(discount: Discount, { selection }: Billed): boolean {
  const { productId, currency, recurringInterval } = selection;
  return (
    appliesTo(discount, productId) &&
    isInCurrency(discount, currency) &&
    isRecurringAllowed(discount, recurringInterval)
  );
}

/**
 * Whether something is left of the amount that cannot be charged (docs/BILLING.md#checkout-amounts). Tax is not counted: where it applies is
 * known too late.
 */
function leavesTooLittle(discount: LastingDiscount, { selection }: Billed): boolean {
  const { totals, currency } = checkoutBill(selection, { discount, tax: null }, {});
  return isTooLittle(totals.netAmount, minimumChargeOf(currency));
}

function tooLittleAt(field: string, { selection: { currency } }: Billed): InvalidInput {
  const least = moneyText({ amount: minimumChargeOf(currency), currency });
  return InvalidInput.at(`body.${field}`, `With the discount, less than ${least} is left, which cannot be charged.`);
}

/** A discount of another product is not distinguished from none: its code is not the buyer's to know. */
function redeemable(
  discount: Discount | undefined,
  field: 'discount_id' | 'discount_code',
  billed: Billed,
): LastingDiscount {
  if (!discount || discount.status !== 'active' || !isApplicable(discount, billed))
    throw InvalidInput.at(`body.${field}`, 'Discount does not exist.');
  if (!isRedeemable(discount, billed.now)) throw InvalidInput.at(`body.${field}`, 'Discount is no longer redeemable.');
  const terms = { ...termsOf(discount), duration: discount.duration };
  if (leavesTooLittle(terms, billed)) throw tooLittleAt(field, billed);
  return terms;
}
