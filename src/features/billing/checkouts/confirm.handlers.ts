import { isDeepStrictEqual } from 'node:util';
import { Inject } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { later } from '../../../kernel/coordination/waiting.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import type { History } from '../../../kernel/writing/history.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { CustomerSessions } from '../customer-sessions/customer-sessions.service.ts';
import { ReleaseRedemption } from '../discounts/discount.commands.ts';
import { customerStream } from '../customers/customer.events.ts';
import { PaymentMethods } from '../payments/payment-methods.service.ts';
import { SettlePayment } from '../payments/payment.commands.ts';
import { paymentStream } from '../payments/payment.events.ts';
import type { Trial } from '../products/product.events.ts';
import { ActiveClaims } from '../subscriptions/active-claims.service.ts';
import { CheckoutBillingService } from './checkout-billing.service.ts';
import { CheckoutFields } from './checkout-fields.service.ts';
import { CheckoutFacts } from './checkout.facts.ts';
import {
  CheckRedemption,
  ConfirmCheckout,
  ContinueConfirm,
  UpdateCheckout,
  type Confirmed,
} from './checkout.commands.ts';
import {
  checkoutDecider,
  openOffer,
  type CheckoutChange,
  type CheckoutConfirmation,
  type Offer,
} from './checkout.decider.ts';
import { PaymentError } from '../payments/payment.errors.ts';
import {
  checkoutStream,
  type CheckoutBilling,
  type CheckoutCustomer,
  type CheckoutEvent,
  type CheckoutSelection,
} from './checkout.events.ts';
import {
  billTerms,
  defined,
  discountRequest,
  refuseIncomplete,
  totalsOf,
  trialOf,
  unknownPlace,
  withTaxId,
  type CheckoutTotals,
} from './checkout.rules.ts';
import { ConfirmService, CustomerTaken, type BegunConfirm } from './confirm.service.ts';

interface Attempt {
  command: ConfirmCheckout;
  number: 1 | 2;
  offer: Offer;
  selection: CheckoutSelection;
  customer: CheckoutCustomer;
  billing: CheckoutBilling;
  trial: Trial | null;
  totals: CheckoutTotals;
}

/** A confirm that has started, and the payment that it waits for. */
interface Begun extends Pick<Attempt, 'number' | 'offer'> {
  context: Context;
  confirmation: ConfirmStarted;
  begun: BegunConfirm;
}

/** What the log says that a confirm has started with: a repeated one finds the customer that it has created. */
type ConfirmStarted = Extract<CheckoutEvent, { type: 'CheckoutConfirmStarted' }>['data'];

@Handles(ConfirmCheckout)
export class ConfirmCheckoutHandler {
  constructor(
    private readonly executor: Executor,
    private readonly active: ActiveClaims,
    private readonly facts: CheckoutFacts,
    private readonly billing: CheckoutBillingService,
    private readonly fields: CheckoutFields,
    private readonly confirms: ConfirmService,
    private readonly sessions: CustomerSessions,
    private readonly methods: PaymentMethods,
    /** Only whether one is configured. */
    @Inject(PAYMENT_PROCESSOR) private readonly processor: object | null,
  ) {}

  async execute(command: ConfirmCheckout): Promise<Confirmed> {
    const { checkoutId } = command.data;
    const { offer, context, number, confirmation, begun } = await this.confirms.withLock(checkoutId, () =>
      this.begin(command),
    );
    const { payment } = begun;
    const history = payment ? await this.confirms.charge(payment, context, number) : begun.history;
    return { history, customerSessionToken: await this.openSession(confirmation, offer, context) };
  }

  private async begin(command: ConfirmCheckout): Promise<Begun> {
    const { data, context } = command;
    const { confirmationToken, productId, priceId, amount, checkoutId, ...entered } = data;
    const { discountId, discountCode, customFieldData, ...filled } = entered;
    const { state } = await this.confirms.current(checkoutId);
    const offer = openOffer(state, context.now, 'buyer');
    const scoped = { ...context, organizationId: offer.organizationId };
    const selection = await this.facts.reselected(offer.productIds, offer.selection, { productId, priceId, amount });
    // A named customer keeps the e-mail of their record (docs/BILLING.md#checkout-requests).
    const given = offer.customerId === null ? filled : { ...filled, customerEmail: undefined };
    const present = offer.customer.customFieldData;
    const fields = await this.fields.complete(selection.productId, present, customFieldData);
    const customer = {
      ...withTaxId({ ...offer.customer, ...defined(given) }, offer.customer.customerBillingAddress),
      customFieldData: fields.values,
    };
    const billed = { organizationId: offer.organizationId, selection, customer, now: context.now, amount };
    const requested = discountRequest(offer.terms, { discountId, discountCode });
    const billing = await this.billing.of(billed, offer.billing.discount, requested);
    const trial = trialOf(selection, { ...offer.terms, subscriptionId: offer.subscriptionId });
    const totals = totalsOf(selection, billing, trial);
    const errors = [...fields.errors, ...unknownPlace(billing, customer)];
    refuseIncomplete(customer, offer.terms, totals, confirmationToken, errors);
    const isSame =
      isDeepStrictEqual(selection, offer.selection) && isDeepStrictEqual(billTerms(billing), billTerms(offer.billing));
    if (!isSame) await this.select(offer, selection, billing, scoped);
    const attempt = { command, offer, selection, customer, billing, trial, totals };
    try {
      return await this.attempt({ ...attempt, number: 1 }, scoped);
    } catch (error) {
      if (!(error instanceof CustomerTaken)) throw error;
      return this.attempt({ ...attempt, number: 2 }, scoped);
    }
  }

  private async attempt(attempt: Attempt, context: Context): Promise<Begun> {
    const { command, offer, selection, customer, billing, trial, totals, number } = attempt;
    const { checkoutId, organizationId } = offer;
    const id = (label: string) => deriveUuid(context.requestId, `${label}:${number}`);
    const { subscriptionId: upgraded } = offer;
    const [{ matched, isExclusive }] = await Promise.all([
      this.facts.buyer(offer, customer, selection),
      this.facts.refuseUnsold(selection),
      upgraded && this.facts.upgrading(upgraded, organizationId),
    ]);
    const customerId = matched?.id ?? id('customer');
    const { discount, tax } = billTerms(billing);
    const { dueAmount, paymentRequired, setupRequired } = totals;
    const confirmation: CheckoutConfirmation = {
      checkoutId,
      ...customer,
      customerId,
      createsCustomer: matched === undefined,
      orderId: id('order'),
      subscriptionId: upgraded ?? (selection.recurringInterval === null ? null : id('subscription')),
      // One of 0 saves the method for what is charged later.
      paymentId: paymentRequired || setupRequired ? id('payment') : null,
      paymentMethodId: paymentRequired || setupRequired ? id('payment-method') : null,
      totalAmount: dueAmount,
      ...(trial && { trial }),
      discount,
      tax,
      currency: selection.currency,
      activeClaim: isExclusive ? this.active.claim(organizationId, customerId) : null,
      subject: this.facts.subjectOf(checkoutId, customerId, null),
    };
    if (confirmation.paymentMethodId && !this.processor) throw new PaymentError('Payments are not set up here.');
    const prepared = later(this.prepare(confirmation, command.data.confirmationToken, setupRequired));
    const start = command.with(confirmation, { context, step: `ConfirmCheckout:${number}` });
    const started = await this.active.during(confirmation, context, async () => {
      await prepared;
      return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), start);
    });
    const begun = await this.confirms.begin(started, context, number);
    return { offer, context, number, begun, confirmation: startedFor(confirmation.orderId, started.history) };
  }

  /** Keeps the card's token before an event names it, and meanwhile reads what is about to be created. */
  private async prepare(
    { checkoutId, customerId, paymentId, paymentMethodId, subject }: CheckoutConfirmation,
    token: string | null,
    isReused: boolean,
  ): Promise<void> {
    const streams = [customerStream(customerId), ...(paymentId ? [paymentStream(paymentId)] : [])];
    const kept =
      paymentMethodId && this.methods.keep(paymentMethodId, { token: token!, isReused }, checkoutStream(checkoutId));
    await Promise.all([kept, this.executor.prepare(streams, [subject])]);
  }

  private async select(
    offer: Offer,
    selection: CheckoutSelection,
    billing: CheckoutBilling,
    context: Context,
  ): Promise<void> {
    const { checkoutId, subject } = offer;
    const change: CheckoutChange = { checkoutId, by: 'buyer', subject, ...selection, ...billing };
    const command = new UpdateCheckout({ checkoutId, by: 'buyer' }, context).with(change);
    await this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }

  /** The token covers the whole customer only if the seller named them: buyers may enter anybody's address (docs/SECURITY.md#client-secrets). */
  private async openSession(
    { checkoutId, organizationId, customerId }: ConfirmStarted,
    { customerId: namedId, customer, openedBy }: Offer,
    context: Context,
  ): Promise<string> {
    const isNamed = openedBy === 'seller' && (namedId !== null || customer.customerExternalId !== null);
    const scope = { organizationId, customerId, checkoutId: isNamed ? null : checkoutId };
    return (await this.sessions.open(scope, context)).token;
  }
}

/** The last attempt may be another buyer's by now. */
function startedFor(orderId: string, { events }: History<CheckoutEvent>): ConfirmStarted {
  return events
    .flatMap((event) => (event.type === 'CheckoutConfirmStarted' ? [event.data] : []))
    .find((data) => data.orderId === orderId)!;
}

@Handles(CheckRedemption)
export class CheckRedemptionHandler {
  constructor(
    private readonly confirms: ConfirmService,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { position, ...held }, context }: CheckRedemption): Promise<void> {
    const { history } = await this.confirms.current(held.checkoutId);
    const end = endOf(held.attempt, history);
    if (end === undefined || position < end.position) return;
    await this.commands.execute(new ReleaseRedemption({ ...held, reason: 'superseded' }, context));
  }
}

/** With what an attempt to confirm has ended; undefined while it has not. */
function endOf(attempt: string, { events }: History<CheckoutEvent>): Recorded<CheckoutEvent> | undefined {
  const start = events.findIndex(({ type, data }) => type === 'CheckoutConfirmStarted' && data.orderId === attempt);
  return start < 0 ? undefined : events.slice(start + 1).find(({ type }) => ENDS.includes(type));
}

const ENDS: readonly string[] = ['CheckoutConfirmFailed', 'CheckoutReopened', 'CheckoutSucceeded'];

/** A confirm that has requested its payment charges it itself; if it was cut off there, the sweeper of payments notices. */
@Handles(ContinueConfirm)
export class ContinueConfirmHandler {
  constructor(
    private readonly confirms: ConfirmService,
    private readonly commands: Commands,
  ) {}

  async execute({ data: { checkoutId }, context }: ContinueConfirm): Promise<void> {
    const { payment } = await this.confirms.withLock(checkoutId, async () =>
      this.confirms.begin(await this.confirms.current(checkoutId), context, 1),
    );
    if (payment?.isNew) await this.commands.execute(new SettlePayment({ paymentId: payment.paymentId }, context));
  }
}
