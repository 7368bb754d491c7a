import { Inject, type Type } from '@nestjs/common';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import type { ProductDocument } from '../products/product.projection.ts';
import { ProductReader } from '../products/products.queries.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { CheckoutBillingService } from './checkout-billing.service.ts';
import { CheckoutFields } from './checkout-fields.service.ts';
import { CheckoutFacts, prefilled } from './checkout.facts.ts';
import {
  CloseCheckout,
  CloseCheckoutsOf,
  CompleteConfirm,
  CreateCheckout,
  ExpireCheckout,
  UpdateCheckout,
} from './checkout.commands.ts';
import {
  checkoutDecider,
  openOffer,
  type CheckoutChange,
  type CheckoutCreation,
  type CheckoutState,
} from './checkout.decider.ts';
import { checkoutStream, type CheckoutEvent } from './checkout.events.ts';
import { defined, discountRequest, presetsFullAddress, termsOf, withTaxId } from './checkout.rules.ts';
import { CheckoutReader } from './checkouts.queries.ts';
import { CheckRedemptionHandler, ConfirmCheckoutHandler, ContinueConfirmHandler } from './confirm.handlers.ts';
import { ConfirmService } from './confirm.service.ts';
import { FulfilCheckoutHandler, ReopenCheckoutHandler } from './fulfil.handlers.ts';

const OPEN_SECONDS = 3_600;

type Changed = Executed<CheckoutState, CheckoutEvent>;

/** Fixes the price that is shown, and the customer if the seller names one. */
@Handles(CreateCheckout)
export class CreateCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutFacts,
    private readonly billing: CheckoutBillingService,
    private readonly fields: CheckoutFields,
    private readonly members: MembershipReader,
    private readonly products: ProductReader,
  ) {}

  async execute(command: CreateCheckout): Promise<Changed> {
    const { checkoutId, productIds: asked, priceId, amount, discountId, customFieldData, ...rest } = command.data;
    const { subscriptionId, openedBy, checkoutLinkId, ...filled } = rest;
    const { scope, now } = command.context;
    const productIds = asked.length > 0 ? asked : [await this.products.ofPrice(priceId!, scope)];
    const products = await this.products.offered(productIds, scope);
    const organizationId = products[0]!.organization_id;
    // Sellers create none for an organization that is deleted.
    if (openedBy === 'buyer' && !(await this.members.isSelling(organizationId))) throw new NotFound();
    const named = await this.customerOf(command.data, products);
    const preset = await this.facts.selectionOf(products[0]!);
    const selection = await this.facts.reselected(productIds, preset, { priceId, amount });
    const entered = await this.fields.filledIn(selection.productId, {}, customFieldData);
    if (entered.errors.length > 0) throw new InvalidInput(entered.errors);
    const given = withTaxId({ ...filled, customFieldData: entered.values });
    // A buyer is shown nothing about the customer that they have not entered.
    const customer = openedBy === 'buyer' ? given : prefilled(given, named);
    const billing = await this.billing.of({ organizationId, selection, customer, now }, null, { discountId });
    const creation: CheckoutCreation = {
      ...termsOf(filled),
      ...customer,
      ...selection,
      ...billing,
      checkoutId,
      productIds,
      organizationId,
      customerId: named?.id ?? null,
      ...(subscriptionId && { subscriptionId }),
      ...(openedBy && { openedBy }),
      ...(checkoutLinkId && { checkoutLinkId }),
      requireBillingAddress: filled.requireBillingAddress || presetsFullAddress(filled.customerBillingAddress),
      expiresAt: addSeconds(now, OPEN_SECONDS),
      subject: this.facts.subjectOf(checkoutId, named?.id ?? null, customer.customerEmail),
    };
    const context = { ...command.context, organizationId };
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command.with(creation, { context }));
  }

  /** Named, or whose subscription is upgraded. */
  private async customerOf(
    { customerId, customerExternalId, customerEmail, subscriptionId, openedBy }: CreateCheckout['data'],
    products: readonly ProductDocument[],
  ): Promise<CustomerDocument | undefined> {
    const organizationId = products[0]!.organization_id;
    if (!subscriptionId) return this.facts.named(organizationId, customerId, customerExternalId);
    if (!products.every(({ is_recurring }) => is_recurring))
      throw InvalidInput.at('body.subscription_id', 'Only a recurring product can upgrade a subscription.');
    const email = openedBy === 'buyer' ? customerEmail : undefined;
    const customer = await this.facts.upgrading(subscriptionId, organizationId, email);
    if (customerId !== null && customerId !== customer.id)
      throw InvalidInput.at('body.customer_id', 'The subscription is of another customer.');
    return customer;
  }
}

/** Takes another product, and what has been filled in. */
@Handles(UpdateCheckout)
export class UpdateCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutFacts,
    private readonly billing: CheckoutBillingService,
    private readonly fields: CheckoutFields,
    private readonly confirms: ConfirmService,
  ) {}

  /** Within the lock: it is decided from the checkout as it is read, so that of two changes, or a change and a confirm, none undoes the other. */
  execute(command: UpdateCheckout): Promise<Changed> {
    return this.confirms.withLock(command.data.checkoutId, () => this.update(command));
  }

  private async update(command: UpdateCheckout): Promise<Changed> {
    const { checkoutId, by, productId, priceId, amount, discountId, discountCode, customFieldData, ...filled } =
      command.data;
    const { scope, now } = command.context;
    const { state } = await this.executor.state(checkoutDecider, checkoutStream(checkoutId), scope);
    const offer = openOffer(state, now, by);
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId, amount });
    const present = offer.customer.customFieldData;
    const entered = await this.fields.filledIn(selection.productId, present, customFieldData);
    if (entered.errors.length > 0) throw new InvalidInput(entered.errors);
    // A named customer keeps the e-mail of their record (docs/BILLING.md#checkout-requests).
    const customerEmail = offer.customerId === null ? filled.customerEmail : undefined;
    const changes = { ...defined({ ...filled, customerEmail }), customFieldData: entered.values };
    const customer = withTaxId({ ...offer.customer, ...changes }, offer.customer.customerBillingAddress);
    await this.facts.buyer(offer, customer, selection);
    const subject = this.facts.subjectOf(checkoutId, offer.customerId, customer.customerEmail);
    const terms = { ...offer.terms, ...defined(termsOf(filled)) };
    const { organizationId } = offer;
    const requested = discountRequest(offer.terms, { discountId, discountCode });
    const billing = await this.billing.of(
      { organizationId, selection, customer, now, amount },
      offer.billing.discount,
      requested,
    );
    const change: CheckoutChange = { checkoutId, by, ...terms, ...customer, ...selection, ...billing, subject };
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command.with(change));
  }
}

@Handles(CloseCheckoutsOf)
export class CloseCheckoutsOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly reader: CheckoutReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { organizationId }, context }: CloseCheckoutsOf): Promise<void> {
    await caughtUp(this.runtime, this.store, 'billing');
    for (const checkoutId of await this.reader.openOf(organizationId)) {
      const close = new CloseCheckout({ checkoutId }, context, `CloseCheckout:${checkoutId}`);
      await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), close);
    }
  }
}

export const checkoutHandlers: Type[] = [
  CreateCheckoutHandler,
  UpdateCheckoutHandler,
  ConfirmCheckoutHandler,
  ContinueConfirmHandler,
  CheckRedemptionHandler,
  FulfilCheckoutHandler,
  ReopenCheckoutHandler,
  CloseCheckoutsOfHandler,
  ...handlersOf(checkoutDecider, ({ id }: { id: string }) => checkoutStream(id), ExpireCheckout),
  ...handlersOf(
    checkoutDecider,
    ({ checkoutId }: { checkoutId: string }) => checkoutStream(checkoutId),
    CompleteConfirm,
  ),
];
