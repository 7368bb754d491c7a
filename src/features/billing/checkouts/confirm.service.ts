import { Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError, isRefusal } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { History } from '../../../kernel/writing/history.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { CreateCustomer } from '../customers/customer.commands.ts';
import { customerStream } from '../customers/customer.events.ts';
import { ReleaseRedemption, ReserveRedemption } from '../discounts/discount.commands.ts';
import { ChargePayment, RequestPayment, type PaymentResult } from '../payments/payment.commands.ts';
import type { PaymentStatus } from '../payments/payment.events.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CompleteConfirm, FailConfirm } from './checkout.commands.ts';
import { checkoutDecider, type CheckoutState } from './checkout.decider.ts';
import { PaymentError } from '../payments/payment.errors.ts';
import { ExpiredCheckoutError } from './checkout.errors.ts';
import { checkoutStream, type CheckoutEvent } from './checkout.events.ts';

/** By a process, whatever the reason (docs/BILLING.md#payment-states). */
const REFUNDED: ReadonlySet<string> = new Set<PaymentStatus>(['reversing', 'reversed']);
const NOT_AS_DUE = 'Another amount was charged than was due. It is being refunded; please try again.';
const NOT_ACCEPTED = 'The payment could not be accepted. It is being refunded; please try again.';

type Started = Extract<CheckoutState, { confirmation: unknown }>;

type Current = { state: CheckoutState; history: History<CheckoutEvent> };

/** A confirm after its first steps. */
export interface BegunConfirm {
  /** What it has requested; undefined if nothing is due, or the confirm has ended. */
  payment?: RequestedPayment;
  history: History<CheckoutEvent>;
}

/** The payment of a confirm. */
export interface RequestedPayment {
  started: Started;
  paymentId: string;
  /** False if it had been requested before: by a confirm that still runs, or was cut off. */
  isNew: boolean;
}

/** The e-mail or external id was taken while this confirm was running. */
export class CustomerTaken extends DomainError {
  constructor() {
    super('Conflict', 'Another request created this customer at the same time; try again', 409);
  }
}

/** The steps of a confirm that has started. Each may be repeated, so a confirm continues from wherever it stopped. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly locks: KeyedLock,
    private readonly executor: Executor,
    private readonly commands: Commands,
    private readonly claims: Claims,
    private readonly members: MembershipReader,
  ) {}

  /** One checkout is confirmed, continued, fulfilled or reopened at a time. */
  withLock<T>(checkoutId: string, task: () => Promise<T>): Promise<T> {
    return this.locks.withLock('checkout', checkoutId, task);
  }

  current(checkoutId: string): Promise<Current> {
    return this.executor.state<CheckoutState, CheckoutEvent>(checkoutDecider, checkoutStream(checkoutId), 'any');
  }

  /**
   * Creates the customer and requests the payment, within the lock; if nothing is due, it confirms.
   * @throws CustomerTaken · ExpiredCheckoutError its seller is deleted, or about to be · InvalidInput its discount is used up
   */
  async begin({ state, history }: Current, context: Context, attempt: number): Promise<BegunConfirm> {
    if (state.status !== 'confirming') return { history };
    const { checkoutId, organizationId } = state.offer;
    const scoped = { ...context, organizationId };
    // After CheckoutConfirmStarted: deleting an organization is announced in the log first, and then looks for confirms.
    const [isSelling, hasCustomer] = await Promise.all([
      this.members.isSelling(organizationId),
      this.hasCustomer(state),
    ]);
    if (!isSelling) {
      await this.fail(state, 'The seller was deleted', scoped, attempt);
      throw new ExpiredCheckoutError();
    }
    await this.reserve(state, scoped, attempt);
    try {
      if (!hasCustomer) await this.createCustomer(state, scoped);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.fail(state, 'The customer could not be created', scoped, attempt);
      throw new CustomerTaken();
    }
    const payment = await this.requestPayment(state, scoped);
    return payment ? { payment, history } : { history: await this.complete(checkoutId, null, scoped) };
  }

  /**
   * Charges while the buyer waits, without the lock, because a processor may take long. Then it confirms, or opens the checkout again, as do
   * the processes that follow the payment: whoever comes first, and the buyer does not wait for them.
   * @throws PaymentError declined
   */
  async charge(
    { started, paymentId }: RequestedPayment,
    context: Context,
    attempt: number,
  ): Promise<History<CheckoutEvent>> {
    const { checkoutId, organizationId } = started.offer;
    const scoped = { ...context, organizationId };
    const charge = new ChargePayment({ paymentId }, scoped, `ChargePayment:${paymentId}`);
    const declined = messageOf(await this.commands.execute(charge));
    if (declined === undefined) return this.complete(checkoutId, paymentId, scoped);
    await this.fail(started, declined, scoped, attempt);
    throw new PaymentError(declined);
  }

  /** Holds a redemption of the discount until the checkout has succeeded or is open again. */
  private async reserve(started: Started, context: Context, attempt: number): Promise<void> {
    const { discount, customerId, orderId } = started.confirmation;
    if (!discount) return;
    const { discountId } = discount;
    const held = { discountId, checkoutId: started.offer.checkoutId, attempt: orderId, customerId };
    try {
      await this.commands.execute(new ReserveRedemption(held, context, `ReserveRedemption:${orderId}`));
    } catch (error) {
      if (isRefusal(error)) await this.fail(started, 'The discount is no longer redeemable', context, attempt);
      throw error;
    }
  }

  private async hasCustomer({ confirmation: { customerId, createsCustomer } }: Started): Promise<boolean> {
    return !createsCustomer || (await this.executor.load(customerStream(customerId), 'any')).length > 0;
  }

  private async createCustomer({ offer, confirmation: { customerId } }: Started, context: Context): Promise<void> {
    const { organizationId, customer } = offer;
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
    await this.commands.execute(new CreateCustomer(data, context, `CreateCustomer:${customerId}`));
  }

  private async requestPayment(started: Started, context: Context): Promise<RequestedPayment | undefined> {
    const { organizationId, checkoutId } = started.offer;
    const { paymentId, paymentMethodId, customerId, totalAmount: amount, currency } = started.confirmation;
    if (paymentId === null || paymentMethodId === null) return undefined;
    const purpose = { kind: 'checkout' as const, checkoutId };
    const about = { paymentId, organizationId, customerId, purpose };
    const request = { ...about, amount, currency, paymentMethodId };
    const step = `RequestPayment:${paymentId}`;
    const { appended } = await this.commands.execute(new RequestPayment(request, context, step));
    return { started, paymentId, isNew: appended.length > 0 };
  }

  private async fail(
    { offer, confirmation }: Started,
    reason: string,
    context: Context,
    attempt: number,
  ): Promise<void> {
    const { checkoutId } = offer;
    const { orderId, activeClaim, subscriptionId, discount } = confirmation;
    await this.execute(checkoutId, new FailConfirm({ checkoutId, orderId, reason }, context, `FailConfirm:${attempt}`));
    if (activeClaim && subscriptionId)
      await this.claims.release(activeClaim, subscriptionStream(subscriptionId), context);
    if (discount) {
      const held = { discountId: discount.discountId, checkoutId, attempt: orderId, reason: 'payment_failed' as const };
      await this.commands.execute(new ReleaseRedemption(held, context, `ReleaseRedemption:${orderId}`));
    }
  }

  private complete(checkoutId: string, paymentId: string | null, context: Context): Promise<History<CheckoutEvent>> {
    return this.execute(checkoutId, new CompleteConfirm({ checkoutId, paymentId }, context));
  }

  private async execute(checkoutId: string, command: CompleteConfirm | FailConfirm): Promise<History<CheckoutEvent>> {
    const stream = checkoutStream(checkoutId);
    const { history } = await this.executor.execute(checkoutDecider, stream, command);
    // A process may have come first; the buyer sees what it has written, too.
    command.context.writes.note(history.events.at(-1)!.position);
    return history;
  }
}

/** Tells the buyer why the checkout was not paid; undefined if it was, or may still be. */
function messageOf({ status, message }: PaymentResult): string | undefined {
  if (status === 'declined') return message;
  if (status === 'mismatched') return NOT_AS_DUE;
  return REFUNDED.has(status) ? NOT_ACCEPTED : undefined;
}
