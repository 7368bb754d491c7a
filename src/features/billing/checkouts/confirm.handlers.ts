import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { VaultRows } from '../../../app/vault-rows.ts';
import { Claims, ClaimTaken, type Claim } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { isUndone, NotFound } from '../../../kernel/errors.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { paymentMethodEntry } from '../payments/payment.events.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CheckoutFacts } from './checkout-facts.handlers.ts';
import { ConfirmCheckout, StartConfirm, UpdateCheckout } from './checkout.commands.ts';
import { checkoutDecider, openOffer, type Offer } from './checkout.decider.ts';
import { AlreadyActiveSubscriptionError, PaymentError } from './checkout.errors.ts';
import {
  checkoutStream,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
} from './checkout.events.ts';
import { defined, refuseDiscountCode, refuseIncomplete, totalsOf, withTaxId } from './checkout.rules.ts';
import { ConfirmService, CustomerTaken } from './confirm-steps.handlers.ts';
import { CustomerSessions } from './customer-sessions.ts';

export interface Confirmed {
  events: Recorded<CheckoutEvent>[];
  /** Shown once. */
  customerSessionToken: string;
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
    private readonly steps: ConfirmService,
    private readonly sessions: CustomerSessions,
    private readonly rows: VaultRows,
    /** Only whether there is one. */
    @Inject(PAYMENT_PROCESSOR) private readonly processor: object | null,
  ) {}

  execute(command: ConfirmCheckout): Promise<Confirmed> {
    return this.steps.withLock(command.data.checkoutId, () => this.confirm(command));
  }

  private async confirm({ data, context }: ConfirmCheckout): Promise<Confirmed> {
    const { checkoutId, confirmationToken, productId, priceId, discountCode, ...filled } = data;
    const state = await this.steps.state(checkoutId);
    if (state.status === 'absent') throw new NotFound();
    const offer = openOffer(state, context.now, true);
    refuseDiscountCode(offer.terms, discountCode);
    const scoped = { ...context, organizationId: offer.organizationId };
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId });
    // Of a named customer the record's e-mail counts (docs/BILLING.md#checkout-requests).
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
    if (confirmation.paymentMethodId)
      await this.keepMethod(checkoutId, confirmation.paymentMethodId, confirmationToken!);
    const start = new StartConfirm({ checkoutId, ...customer, ...confirmation }, context, `StartConfirm:${number}`);
    await this.holding(confirmation, context, () =>
      this.executor.execute(checkoutDecider, checkoutStream(checkoutId), start),
    );
    await this.steps.proceed(checkoutId, context, number);
  }

  /** The processor's own reference, before any event names its entry. */
  private async keepMethod(checkoutId: string, paymentMethodId: string, token: string): Promise<void> {
    if (!this.processor) throw new PaymentError('Payments are not set up here.');
    const namedBy = { stream: checkoutStream(checkoutId), name: paymentMethodId };
    await this.rows.put(paymentMethodEntry(paymentMethodId), token, namedBy);
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
      if (isUndone(error)) await this.claims.release(claim, owner, context);
      throw error;
    }
  }

  private async select(offer: Offer, selection: CheckoutSelection, context: Context): Promise<void> {
    const { checkoutId, subject } = offer;
    const data = { checkoutId, organizationIds: 'client' as const, subject, ...selection };
    await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), new UpdateCheckout(data, context));
  }

  /** The token covers the whole customer only where this checkout made him or the seller named him (docs/SECURITY.md#client-secrets). */
  private async answer(
    checkoutId: string,
    { customerId: namedId, customer }: Offer,
    context: Context,
  ): Promise<Confirmed> {
    const events = await this.executor.load<CheckoutEvent>(checkoutStream(checkoutId), 'any');
    const started = events.findLast((event) => event.type === 'CheckoutConfirmStarted')!.data;
    const whole = started.createsCustomer || namedId !== null || customer.customerExternalId !== null;
    const { organizationId, customerId } = started;
    const scope = { organizationId, customerId, checkoutId: whole ? null : checkoutId };
    return { events, customerSessionToken: await this.sessions.open(scope, context) };
  }
}
