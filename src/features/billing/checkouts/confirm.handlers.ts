import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, CommandHandler } from '@nestjs/cqrs';
import { PAYMENT_PROCESSOR, VAULT } from '../../../app/tokens.ts';
import { Claims, ClaimTaken, type Claim } from '../../../kernel/claim.ts';
import type { Context } from '../../../kernel/command.ts';
import { DomainError, isRefusal, NotFound } from '../../../kernel/errors.ts';
import type { Recorded } from '../../../kernel/events.ts';
import { Executor } from '../../../kernel/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { KeyedMutex } from '../../../kernel/mutex.ts';
import type { Vault } from '../../../kernel/vault.ts';
import { RegisterCustomer } from '../customers/customer.commands.ts';
import { customerStream } from '../customers/customer.events.ts';
import { ChargePayment, RequestPayment } from '../payments/payment.commands.ts';
import { paymentMethodEntry } from '../payments/payment.events.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CheckoutFacts } from './checkout-facts.handlers.ts';
import {
  CompleteConfirm,
  ConfirmCheckout,
  ContinueConfirm,
  FailConfirm,
  StartConfirm,
  UpdateCheckout,
} from './checkout.commands.ts';
import { checkoutDecider, openOffer, type CheckoutState, type Offer } from './checkout.decider.ts';
import { AlreadyActiveSubscriptionError, PaymentError } from './checkout.errors.ts';
import {
  checkoutStream,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
} from './checkout.events.ts';
import { defined, refuseIncomplete, totalsOf, withTaxId } from './checkout.rules.ts';
import { CustomerSessions } from './customer-sessions.ts';

type Started = Extract<CheckoutState, { confirmation: unknown }>;

export interface Confirmed {
  events: Recorded<CheckoutEvent>[];
  /** Shown once. */
  customerSessionToken: string;
}

/** Somebody else took the e-mail or external id while this confirm was on its way. */
class CustomerTaken extends DomainError {
  constructor() {
    super('Conflict', 'The customer was made by somebody else at the same time; try again', 409);
  }
}

/** The steps of a confirm that has started, each of which may be repeated from wherever it stopped. */
@Injectable()
export class ConfirmSteps {
  /** One checkout is confirmed, continued and fulfilled by one at a time. */
  readonly turn = new KeyedMutex();

  constructor(
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    private readonly claims: Claims,
  ) {}

  async state(checkoutId: string): Promise<CheckoutState> {
    return (await this.executor.state(checkoutDecider, checkoutStream(checkoutId))).state;
  }

  /**
   * Makes the customer, charges, and confirms, or opens the checkout again.
   * @throws PaymentError declined · CustomerTaken
   */
  async proceed(checkoutId: string, context: Context, attempt: number): Promise<void> {
    const state = await this.state(checkoutId);
    if (state.status !== 'confirming') return;
    const scoped = { ...context, organizationId: state.offer.organizationId };
    try {
      await this.ensureCustomer(state, scoped);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.fail(state, 'The customer could not be made', scoped, attempt);
      throw new CustomerTaken();
    }
    const declined = await this.pay(state, scoped);
    if (declined !== undefined) {
      await this.fail(state, declined, scoped, attempt);
      throw new PaymentError(declined);
    }
    await this.execute(checkoutId, new CompleteConfirm({ checkoutId }, scoped));
  }

  private async ensureCustomer({ offer, confirmation }: Started, context: Context): Promise<void> {
    const { customerId, createsCustomer } = confirmation;
    const { organizationId, customer } = offer;
    if (!createsCustomer || (await this.executor.load(customerStream(customerId))).length > 0) return;
    const data = {
      customerId,
      organizationId,
      email: customer.customerEmail!,
      externalId: customer.customerExternalId,
      name: customer.customerName,
      billingAddress: customer.customerBillingAddress,
      taxId: customer.customerTaxId,
      metadata: customer.customerMetadata,
    };
    await this.commands.execute(new RegisterCustomer(data, context, `RegisterCustomer:${customerId}`));
  }

  /** What the buyer is told where the charge is declined; undefined where it is not, or not yet. */
  private async pay({ offer, confirmation }: Started, context: Context): Promise<string | undefined> {
    const { organizationId, checkoutId } = offer;
    const { paymentId, paymentMethodId, customerId, totalAmount: amount, currency } = confirmation;
    if (paymentId === null || paymentMethodId === null) return undefined;
    const purpose = { kind: 'checkout' as const, checkoutId };
    const about = { paymentId, organizationId, customerId, purpose };
    const request = { ...about, amount, currency, paymentMethodId };
    await this.commands.execute(new RequestPayment(request, context, `RequestPayment:${paymentId}`));
    const charge = new ChargePayment({ paymentId }, context, `ChargePayment:${paymentId}`);
    const charged: { status: string; message?: string } = await this.commands.execute(charge);
    return charged.status === 'declined' ? charged.message : undefined;
  }

  private async fail(
    { offer, confirmation }: Started,
    reason: string,
    context: Context,
    attempt: number,
  ): Promise<void> {
    const { checkoutId } = offer;
    const { activeClaim, subscriptionId } = confirmation;
    await this.execute(checkoutId, new FailConfirm({ checkoutId, reason }, context, `FailConfirm:${attempt}`));
    if (activeClaim && subscriptionId)
      await this.claims.release(activeClaim, subscriptionStream(subscriptionId), context);
  }

  private execute(checkoutId: string, command: CompleteConfirm | FailConfirm): Promise<unknown> {
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }
}

@CommandHandler(ContinueConfirm)
export class ContinueConfirmHandler {
  constructor(private readonly steps: ConfirmSteps) {}

  execute({ data: { checkoutId }, context }: ContinueConfirm): Promise<void> {
    return this.steps.turn.run(checkoutId, () => this.steps.proceed(checkoutId, context, 1));
  }
}

/** What one try at a confirm is about. */
interface Attempt {
  number: 1 | 2;
  offer: Offer;
  selection: CheckoutSelection;
  customer: CheckoutCustomer;
  confirmationToken: string | null;
}

@CommandHandler(ConfirmCheckout)
export class ConfirmCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly claims: Claims,
    private readonly facts: CheckoutFacts,
    private readonly steps: ConfirmSteps,
    private readonly sessions: CustomerSessions,
    @Inject(VAULT) private readonly vault: Vault,
    /** Only whether there is one. */
    @Inject(PAYMENT_PROCESSOR) private readonly processor: object | null,
  ) {}

  execute(command: ConfirmCheckout): Promise<Confirmed> {
    return this.steps.turn.run(command.data.checkoutId, () => this.confirm(command));
  }

  private async confirm({ data, context }: ConfirmCheckout): Promise<Confirmed> {
    const { checkoutId, confirmationToken, productId, priceId, ...filled } = data;
    const state = await this.steps.state(checkoutId);
    if (state.status === 'absent') throw new NotFound();
    const offer = openOffer(state, context.now, true);
    const scoped = { ...context, organizationId: offer.organizationId };
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId });
    // Of a named customer the record's e-mail counts (BILLING_FACTS §2.2).
    const given = offer.customerId === null ? filled : { ...filled, customerEmail: undefined };
    const customer = withTaxId({ ...offer.customer, ...defined(given) });
    refuseIncomplete(customer, offer.terms, selection, confirmationToken);
    await this.facts.refuseArchived(selection);
    if (selection !== offer.selection) await this.select(offer, selection, scoped);
    const attempt = { offer, selection, customer, confirmationToken };
    try {
      await this.attempt({ ...attempt, number: 1 }, scoped);
    } catch (error) {
      if (!(error instanceof CustomerTaken)) throw error;
      await this.attempt({ ...attempt, number: 2 }, scoped);
    }
    return this.answer(checkoutId, offer, scoped);
  }

  private async attempt(attempt: Attempt, context: Context): Promise<void> {
    const { offer, selection, customer, confirmationToken, number } = attempt;
    const { checkoutId, organizationId } = offer;
    const id = (label: string) => deriveUuid(context.requestId, `${label}:${number}`);
    const matched = await this.facts.matched(organizationId, offer.customerId, customer);
    await this.facts.refuseSecondSubscription(organizationId, matched?.id, selection);
    const customerId = matched?.id ?? id('customer');
    const { totalAmount, paymentRequired, setupRequired } = totalsOf(selection, customer.customerBillingAddress);
    const confirmation = {
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
    if (confirmation.paymentMethodId) await this.keepMethod(confirmation.paymentMethodId, confirmationToken!);
    const start = new StartConfirm({ checkoutId, ...customer, ...confirmation }, context, `StartConfirm:${number}`);
    await this.holding(confirmation, context, () =>
      this.executor.execute(checkoutDecider, checkoutStream(checkoutId), start),
    );
    await this.steps.proceed(checkoutId, context, number);
  }

  /** The processor's own reference, before any event names its entry. */
  private async keepMethod(paymentMethodId: string, token: string): Promise<void> {
    if (!this.processor) throw new PaymentError('Payments are not set up here.');
    await this.vault.put(paymentMethodEntry(paymentMethodId), token);
  }

  /** With the claim of "one active subscription per customer", which stays held for the subscription that will be. */
  private async holding(
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
      if (error instanceof DomainError) await this.claims.release(claim, owner, context);
      throw error;
    }
  }

  private async select(offer: Offer, selection: CheckoutSelection, context: Context): Promise<void> {
    const { checkoutId, subject } = offer;
    const data = { checkoutId, organizationIds: 'client' as const, subject, ...selection };
    await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), new UpdateCheckout(data, context));
  }

  /** The token covers the whole customer only where this checkout made him or the seller named him (DESIGN §8). */
  private async answer(
    checkoutId: string,
    { customerId: namedId, customer }: Offer,
    context: Context,
  ): Promise<Confirmed> {
    const events = await this.executor.load<CheckoutEvent>(checkoutStream(checkoutId));
    const started = events.findLast((event) => event.type === 'CheckoutConfirmStarted')!.data;
    const whole = started.createsCustomer || namedId !== null || customer.customerExternalId !== null;
    const { organizationId, customerId } = started;
    const scope = { organizationId, customerId, checkoutId: whole ? null : checkoutId };
    return { events, customerSessionToken: await this.sessions.open(scope, context) };
  }
}
