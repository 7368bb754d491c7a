import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { handlersOf } from '../../../app/commands.ts';
import { caughtUp } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { addSeconds } from '../../../kernel/ports/clock.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { CheckoutFacts, prefilled } from './checkout-facts.handlers.ts';
import {
  CloseCheckout,
  CloseCheckoutsOf,
  CreateCheckout,
  EditCheckout,
  ExpireCheckout,
  OpenCheckout,
  UpdateCheckout,
} from './checkout.commands.ts';
import { checkoutDecider, openOffer, type CheckoutState, type Offer } from './checkout.decider.ts';
import { checkoutStream, type CheckoutEvent } from './checkout.events.ts';
import { defined, presetsFullAddress, refuseDiscountCode, termsOf, withTaxId } from './checkout.rules.ts';
import { CheckoutReader } from './checkouts.queries.ts';
import { ContinueConfirmHandler } from './confirm-steps.handlers.ts';
import { ConfirmCheckoutHandler } from './confirm.handlers.ts';
import { FulfilCheckoutHandler, ReopenCheckoutHandler } from './fulfil.handlers.ts';

const OPEN_SECONDS = 3_600;

type Changed = Executed<CheckoutState, CheckoutEvent>;

/** Fixes the price that is shown, and who it is for where the seller names him. */
@CommandHandler(OpenCheckout)
export class OpenCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutFacts,
  ) {}

  async execute({ data, context }: OpenCheckout): Promise<Changed> {
    const { organizationIds, checkoutId, productIds, ...filled } = data;
    const products = await this.facts.offered(productIds, organizationIds);
    const organizationId = products[0]!.organization_id;
    const named = await this.facts.named(organizationId, data.customerId, data.customerExternalId);
    const selection = this.facts.selectionOf(products[0]!);
    const customer = prefilled(withTaxId(filled), named);
    const create = {
      ...termsOf(filled),
      ...customer,
      ...selection,
      checkoutId,
      productIds,
      organizationId,
      customerId: named?.id ?? null,
      requireBillingAddress: filled.requireBillingAddress || presetsFullAddress(filled.customerBillingAddress),
      expiresAt: addSeconds(context.now, OPEN_SECONDS),
      subject: this.facts.subjectOf(checkoutId, named?.id ?? null, customer.customerEmail),
    };
    const command = new CreateCheckout(create, { ...context, organizationId });
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }
}

/** By the seller, or through the client secret: another product, what the buyer fills in. */
@CommandHandler(EditCheckout)
export class EditCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutFacts,
  ) {}

  async execute({ data, context }: EditCheckout): Promise<Changed> {
    const { checkoutId, organizationIds, productId, priceId, discountCode, ...filled } = data;
    const offer = await this.open(data, context.now);
    refuseDiscountCode(offer.terms, discountCode);
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId });
    // Of a named customer the record's e-mail counts (docs/BILLING.md#checkout-requests).
    const customerEmail = offer.customerId === null ? filled.customerEmail : undefined;
    const customer = withTaxId({ ...offer.customer, ...defined({ ...filled, customerEmail }) });
    const matched = await this.facts.matched(offer.organizationId, offer.customerId, customer);
    await this.facts.refuseSecondSubscription(offer.organizationId, matched?.id, selection);
    const subject = this.facts.subjectOf(checkoutId, offer.customerId, customer.customerEmail);
    const terms = { ...offer.terms, ...defined(termsOf(filled)) };
    const changes = { checkoutId, organizationIds, ...terms, ...customer, ...selection, subject };
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), new UpdateCheckout(changes, context));
  }

  private async open({ checkoutId, organizationIds }: EditCheckout['data'], now: string): Promise<Offer> {
    const { state } = await this.executor.state(checkoutDecider, checkoutStream(checkoutId), 'any');
    const isClient = organizationIds === 'client';
    if (state.status === 'absent' || (!isClient && !organizationIds.includes(state.offer.organizationId)))
      throw new NotFound();
    return openOffer(state, now, isClient);
  }
}

@CommandHandler(CloseCheckoutsOf)
export class CloseCheckoutsOfHandler {
  constructor(
    private readonly executor: Executor,
    private readonly reader: CheckoutReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { organizationId }, context }: CloseCheckoutsOf): Promise<void> {
    await caughtUp(this.runtime, this.store);
    for (const checkoutId of await this.reader.openOf(organizationId)) {
      const close = new CloseCheckout({ checkoutId }, context, `CloseCheckout:${checkoutId}`);
      await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), close);
    }
  }
}

export const checkoutHandlers: Type[] = [
  OpenCheckoutHandler,
  EditCheckoutHandler,
  ConfirmCheckoutHandler,
  ContinueConfirmHandler,
  FulfilCheckoutHandler,
  ReopenCheckoutHandler,
  CloseCheckoutsOfHandler,
  ...handlersOf(checkoutDecider, ({ id }: { id: string }) => checkoutStream(id), ExpireCheckout),
];
