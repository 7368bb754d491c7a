import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../app/commands.ts';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { Claims, ClaimTaken, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isUndone } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { PaymentMethods } from '../payments/payment-methods.service.ts';
import { SettlePayment } from '../payments/payment.commands.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CheckoutFacts } from './checkout.facts.ts';
import { ConfirmCheckout, ContinueConfirm, UpdateCheckout, type Confirmed } from './checkout.commands.ts';
import {
  checkoutDecider,
  openOffer,
  type CheckoutChange,
  type CheckoutConfirmation,
  type Offer,
} from './checkout.decider.ts';
import { AlreadyActiveSubscriptionError, PaymentError } from './checkout.errors.ts';
import {
  checkoutStream,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
} from './checkout.events.ts';
import { defined, refuseDiscountCode, refuseIncomplete, totalsOf, withTaxId } from './checkout.rules.ts';
import { ConfirmService, CustomerTaken, type RequestedPayment } from './confirm.service.ts';
import { CustomerSessions } from './customer-sessions.service.ts';

interface Attempt {
  command: ConfirmCheckout;
  number: 1 | 2;
  offer: Offer;
  selection: CheckoutSelection;
  customer: CheckoutCustomer;
}

/** A confirm that has started, and the payment that it waits for. */
interface Begun extends Pick<Attempt, 'number' | 'offer'> {
  context: Context;
  orderId: string;
  payment: RequestedPayment | undefined;
}

@CommandHandler(ConfirmCheckout)
export class ConfirmCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly facts: CheckoutFacts,
    private readonly confirms: ConfirmService,
    private readonly sessions: CustomerSessions,
    private readonly methods: PaymentMethods,
    /** Only whether one is configured. */
    @Inject(PAYMENT_PROCESSOR) private readonly processor: object | null,
  ) {}

  async execute(command: ConfirmCheckout): Promise<Confirmed> {
    const { checkoutId } = command.data;
    const { offer, context, number, orderId, payment } = await this.confirms.withLock(checkoutId, () =>
      this.begin(command),
    );
    if (payment) await this.confirms.charge(payment, context, number);
    return this.answer(checkoutId, orderId, offer, context);
  }

  private async begin(command: ConfirmCheckout): Promise<Begun> {
    const { data, context } = command;
    const { checkoutId, confirmationToken, productId, priceId, discountCode, ...filled } = data;
    const offer = openOffer(await this.confirms.state(checkoutId), context.now, 'buyer');
    refuseDiscountCode(offer.terms, discountCode);
    const scoped = { ...context, organizationId: offer.organizationId };
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId });
    // A named customer keeps the e-mail of their record (docs/BILLING.md#checkout-requests).
    const given = offer.customerId === null ? filled : { ...filled, customerEmail: undefined };
    const customer = withTaxId({ ...offer.customer, ...defined(given) });
    refuseIncomplete(customer, offer.terms, selection, confirmationToken);
    await this.facts.refuseArchived(selection);
    if (selection !== offer.selection) await this.select(offer, selection, scoped);
    const attempt = { command, offer, selection, customer };
    try {
      return await this.attempt({ ...attempt, number: 1 }, scoped);
    } catch (error) {
      if (!(error instanceof CustomerTaken)) throw error;
      return this.attempt({ ...attempt, number: 2 }, scoped);
    }
  }

  private async attempt(attempt: Attempt, context: Context): Promise<Begun> {
    const { command, offer, selection, customer, number } = attempt;
    const { checkoutId, organizationId } = offer;
    const id = (label: string) => deriveUuid(context.requestId, `${label}:${number}`);
    const matched = await this.facts.matched(organizationId, offer.customerId, customer);
    await this.facts.refuseSecondSubscription(organizationId, matched?.id, selection);
    const customerId = matched?.id ?? id('customer');
    const { totalAmount, paymentRequired, setupRequired } = totalsOf(selection, customer.customerBillingAddress);
    const confirmation: CheckoutConfirmation = {
      checkoutId,
      ...customer,
      customerId,
      createsCustomer: matched === undefined,
      orderId: id('order'),
      subscriptionId: selection.recurringInterval === null ? null : id('subscription'),
      paymentId: paymentRequired ? id('payment') : null,
      paymentMethodId: paymentRequired || setupRequired ? id('payment-method') : null,
      totalAmount,
      currency: selection.currency,
      activeClaim: await this.facts.activeClaim(organizationId, customerId, selection),
      subject: this.facts.subjectOf(checkoutId, customerId, null),
    };
    if (confirmation.paymentMethodId) {
      if (!this.processor) throw new PaymentError('Payments are not set up here.');
      const method = { token: command.data.confirmationToken!, isReused: setupRequired };
      await this.methods.keep(confirmation.paymentMethodId, method, checkoutStream(checkoutId));
    }
    const start = command.with(confirmation, { context, step: `ConfirmCheckout:${number}` });
    await this.withClaim(confirmation, context, () =>
      this.executor.execute(checkoutDecider, checkoutStream(checkoutId), start),
    );
    const payment = await this.confirms.begin(checkoutId, context, number);
    return { offer, context, number, orderId: confirmation.orderId, payment };
  }

  /** Holds the claim to the customer's one active subscription while it starts; afterwards the subscription to come holds it. */
  private async withClaim(
    { activeClaim: claim, subscriptionId }: { activeClaim: Claim | null; subscriptionId: string | null },
    context: Context,
    start: () => Promise<unknown>,
  ): Promise<void> {
    if (!claim || !subscriptionId) return void (await start());
    const owner = subscriptionStream(subscriptionId);
    try {
      await this.claims.hold(claim, owner, context);
    } catch (error) {
      throw error instanceof ClaimTaken ? new AlreadyActiveSubscriptionError() : error;
    }
    try {
      await start();
    } catch (error) {
      if (isUndone(error)) await this.claims.release(claim, owner, context);
      throw error;
    }
  }

  private async select(offer: Offer, selection: CheckoutSelection, context: Context): Promise<void> {
    const { checkoutId, subject } = offer;
    const change: CheckoutChange = { checkoutId, by: 'buyer', subject, ...selection };
    const command = new UpdateCheckout({ checkoutId, by: 'buyer' }, context).with(change);
    await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }

  /** The token covers the whole customer only if this checkout created them or the seller named them (docs/SECURITY.md#client-secrets). */
  private async answer(
    checkoutId: string,
    orderId: string,
    { customerId: namedId, customer }: Offer,
    context: Context,
  ): Promise<Confirmed> {
    const history = await this.executor.history<CheckoutEvent>(checkoutStream(checkoutId), 'any');
    // The last attempt may be another buyer's by now.
    const started = history.events
      .flatMap((event) => (event.type === 'CheckoutConfirmStarted' ? [event.data] : []))
      .find((data) => data.orderId === orderId)!;
    const whole = started.createsCustomer || namedId !== null || customer.customerExternalId !== null;
    const { organizationId, customerId } = started;
    const scope = { organizationId, customerId, checkoutId: whole ? null : checkoutId };
    return { history, customerSessionToken: await this.sessions.open(scope, context) };
  }
}

/** A confirm that has requested its payment charges it itself; if it was cut off there, the sweeper of payments notices. */
@CommandHandler(ContinueConfirm)
export class ContinueConfirmHandler {
  constructor(
    private readonly confirms: ConfirmService,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { checkoutId }, context }: ContinueConfirm): Promise<void> {
    const payment = await this.confirms.withLock(checkoutId, () => this.confirms.begin(checkoutId, context, 1));
    if (payment?.isNew) await this.commands.execute(new SettlePayment({ paymentId: payment.paymentId }, context));
  }
}
