import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { chargeStepOf, DEFAULT_CURRENCY, maximumChargeOf, minimumChargeOf } from '../../../kernel/currencies.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { Keys } from '../../../kernel/secrets/keys.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { organizationProjection } from '../../accounts/organizations/organization.projection.ts';
import { addressOf } from '../address.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import {
  firstAmountOf,
  priceOf,
  pricesOnSale,
  trialOf,
  unsoldReason,
  type ProductDocument,
  type WirePrice,
} from '../products/product.projection.ts';
import { currencyOf } from '../products/product.rules.ts';
import { ProductReader } from '../products/products.queries.ts';
import { isFree } from '../subscriptions/subscription.events.ts';
import { SubscriptionReader } from '../subscriptions/subscriptions.queries.ts';
import type { Reselection } from './checkout.commands.ts';
import { ActiveClaims } from '../subscriptions/active-claims.service.ts';
import type { Offer } from './checkout.decider.ts';
import { priceIdsOf, type CheckoutCustomer, type CheckoutSelection } from './checkout.events.ts';

/** What the commands of a checkout need to know about products, customers and subscriptions. */
@Injectable()
export class CheckoutFacts {
  constructor(
    private readonly documents: Documents,
    private readonly products: ProductReader,
    private readonly customers: CustomerReader,
    private readonly subscriptions: SubscriptionReader,
    private readonly active: ActiveClaims,
    private readonly keys: Keys,
  ) {}

  /** The static price of a product that is on sale. What is free is sold in the organization's own currency. */
  async selectionOf(product: ProductDocument): Promise<CheckoutSelection> {
    const prices = pricesOnSale(product);
    const [price] = prices;
    if (!price) throw InvalidInput.at('body.product_id', 'Product has no price on sale.');
    const metered = prices.filter(({ amount_type }) => amount_type === 'metered_unit');
    return {
      productId: product.id,
      priceId: price.id,
      meteredPriceIds: metered.map(({ id }) => id),
      amount: firstAmountOf(price),
      currency: currencyOf(prices.map(priceOf)) ?? (await this.ownCurrency(product.organization_id)),
      recurringInterval: product.recurring_interval,
      productTrial: trialOf(product),
    };
  }

  private async ownCurrency(organizationId: string): Promise<string> {
    const organization = await this.documents.get(organizationProjection, organizationId, 'any');
    return organization?.currency ?? DEFAULT_CURRENCY;
  }

  /** Another of the offered products, another price, or another amount at a custom price. @throws InvalidInput */
  async reselected(
    offeredIds: readonly string[],
    present: CheckoutSelection,
    { amount, ...asked }: Reselection,
  ): Promise<CheckoutSelection> {
    const selection = await this.sold(offeredIds, present, asked);
    return amount === undefined ? selection : this.withAmount(selection, amount);
  }

  /** @throws InvalidInput the price is not the buyer's to choose, or the amount is not within its limits */
  async withAmount(selection: CheckoutSelection, amount: number): Promise<CheckoutSelection> {
    const product = (await this.products.find([selection.productId])).get(selection.productId);
    const price = product?.prices.find(({ id }) => id === selection.priceId);
    if (price?.amount_type === 'custom') demandWithin(price, amount);
    else if (amount !== selection.amount)
      throw InvalidInput.at('body.amount', 'The price of this product cannot be chosen.');
    return { ...selection, amount };
  }

  private async sold(
    offeredIds: readonly string[],
    present: CheckoutSelection,
    { productId, priceId }: Omit<Reselection, 'amount'>,
  ): Promise<CheckoutSelection> {
    if (productId === undefined && priceId === undefined) return present;
    const found = await this.products.find(offeredIds);
    const ofPrice = [...found.values()].find(({ prices }) => prices.some(({ id }) => id === priceId));
    const id = productId ?? ofPrice?.id;
    const product = id === undefined ? undefined : found.get(id);
    if (!product)
      throw InvalidInput.at(
        productId ? 'body.product_id' : 'body.product_price_id',
        'It is not available in this checkout.',
      );
    demandOnSale(product);
    const selection = await this.selectionOf(product);
    if (priceId !== undefined && !priceIdsOf(selection).includes(priceId))
      throw InvalidInput.at('body.product_price_id', 'Price is not on sale for this product.');
    // The product that is selected already keeps the amount that was chosen.
    const isPresent = isDeepStrictEqual({ ...selection, amount: present.amount }, present);
    return isPresent ? present : selection;
  }

  /** @throws InvalidInput what was selected is no longer on sale, or its amount is not within the limits of its price */
  async refuseUnsold(selection: CheckoutSelection): Promise<void> {
    const product = (await this.products.find([selection.productId])).get(selection.productId);
    if (!product) throw InvalidInput.at('body.product_id', 'Product does not exist.');
    demandOnSale(product);
    const onSale = pricesOnSale(product).map(({ id }) => id);
    if (!priceIdsOf(selection).every((id) => onSale.includes(id)))
      throw InvalidInput.at('body.product_price_id', 'Price is archived.');
    const price = product.prices.find(({ id }) => id === selection.priceId);
    if (price?.amount_type === 'custom') demandWithin(price, selection.amount);
  }

  /**
   * The customer whose free subscription is upgraded.
   * @param email that a buyer has to know; undefined for the seller
   * @throws InvalidInput the subscription does not exist, or is not free
   */
  async upgrading(subscriptionId: string, organizationId: string, email?: string | null): Promise<CustomerDocument> {
    const subscription = await this.subscriptions.folded(subscriptionId);
    const isLive = subscription?.organization_id === organizationId && subscription.active;
    const customer = isLive
      ? await this.customers.folded(subscription.customer_id, { organizationIds: [organizationId] })
      : undefined;
    const isKnown = customer && (email === undefined || isSameEmail(customer.email, email));
    if (!isKnown) throw InvalidInput.at('body.subscription_id', 'Subscription does not exist.');
    if (!isFree(subscription!.items))
      throw InvalidInput.at('body.subscription_id', 'Only free subscriptions can be upgraded.');
    return customer;
  }

  /** The customer that the seller names, by id or external id. @throws InvalidInput no customer has this id */
  async named(
    organizationId: string,
    customerId: string | null,
    externalId: string | null,
  ): Promise<CustomerDocument | undefined> {
    if (customerId === null)
      return externalId === null ? undefined : this.customers.byExternalId(organizationId, externalId);
    const customer = await this.customers.folded(customerId, { organizationIds: [organizationId] });
    if (!customer || customer.deleted_at !== null)
      throw InvalidInput.at('body.customer_id', 'Customer does not exist.');
    return customer;
  }

  /** Named, else found by external id, else by e-mail; undefined for a new one. */
  private async matched(
    organizationId: string,
    namedId: string | null,
    { customerEmail, customerExternalId }: CheckoutCustomer,
  ): Promise<CustomerDocument | undefined> {
    const named = await this.named(organizationId, namedId, customerExternalId);
    if (named || customerEmail === null) return named;
    return this.customers.byEmail(organizationId, customerEmail);
  }

  /** The person a checkout's personal fields are about (docs/EVENTS_AND_STREAMS.md#personal-data). */
  subjectOf(checkoutId: string, customerId: string | null, email: string | null): string {
    if (customerId !== null) return subjectOf.customer(customerId);
    if (email !== null) return subjectOf.email(this.keys.digest('email', normalEmail(email)));
    return `checkout:${checkoutId}`;
  }

  /**
   * The customer whom a checkout is for, and whether what is bought has to be their one active subscription.
   * @throws AlreadyActiveSubscriptionError they already have one
   */
  async buyer(
    { organizationId, customerId, subscriptionId }: Pick<Offer, 'organizationId' | 'customerId' | 'subscriptionId'>,
    customer: CheckoutCustomer,
    selection: CheckoutSelection,
  ): Promise<{ matched: CustomerDocument | undefined; isExclusive: boolean }> {
    const [matched, isExclusive] = await Promise.all([
      this.matched(organizationId, customerId, customer),
      // What is upgraded is their subscription already.
      subscriptionId === null && selection.recurringInterval !== null && this.active.isExclusive(organizationId),
    ]);
    if (matched && isExclusive) await this.active.refuseSecond(matched.id);
    return { matched, isExclusive };
  }
}

function demandOnSale(product: ProductDocument): void {
  const reason = unsoldReason(product);
  if (reason !== undefined) throw InvalidInput.at('body.product_id', reason);
}

function isSameEmail(email: string, other: string | null): boolean {
  return other !== null && normalEmail(email) === normalEmail(other);
}

/** Fills in from a named customer what was not given; the e-mail is always the customer's. */
export function prefilled(given: CheckoutCustomer, customer: CustomerDocument | undefined): CheckoutCustomer {
  if (!customer) return given;
  const address = customer.billing_address && addressOf(customer.billing_address);
  return {
    ...given,
    customerEmail: customer.email,
    customerName: given.customerName ?? customer.name,
    customerBillingAddress: given.customerBillingAddress ?? address,
    customerTaxId: given.customerTaxId ?? customer.tax_id,
    customerExternalId: given.customerExternalId ?? customer.external_id,
  };
}

/** @throws InvalidInput the amount is not within the limits of a custom price */
function demandWithin(price: Extract<WirePrice, { amount_type: 'custom' }>, amount: number): void {
  const { price_currency: currency } = price;
  if (amount < (price.minimum_amount ?? minimumChargeOf(currency)))
    throw InvalidInput.at('body.amount', 'Amount is below minimum.', 'greater_than_equal');
  if (amount > (price.maximum_amount ?? maximumChargeOf(currency)))
    throw InvalidInput.at('body.amount', 'Amount is above maximum.', 'less_than_equal');
  const step = chargeStepOf(currency);
  if (amount % step !== 0) throw InvalidInput.at('body.amount', `Amount is not a multiple of ${step}.`, 'multiple_of');
}
