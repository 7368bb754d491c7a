import { Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError, isRefusal } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { MembershipReader } from '../../accounts/organizations/members/memberships.queries.ts';
import { CreateCustomer } from '../customers/customer.commands.ts';
import { customerStream } from '../customers/customer.events.ts';
import { ChargePayment, RequestPayment } from '../payments/payment.commands.ts';
import type { PaymentStatus } from '../payments/payment.events.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CompleteConfirm, FailConfirm } from './checkout.commands.ts';
import { checkoutDecider, type CheckoutState } from './checkout.decider.ts';
import { ExpiredCheckoutError, PaymentError } from './checkout.errors.ts';
import { checkoutStream } from './checkout.events.ts';

/** A payment that does not match is refunded by a process (docs/BILLING.md#payment-states). */
const REFUNDED: ReadonlySet<string> = new Set<PaymentStatus>(['mismatched', 'reversing', 'reversed']);
const NOT_AS_DUE = 'Another amount was charged than was due. It is being refunded; please try again.';

type Started = Extract<CheckoutState, { confirmation: unknown }>;

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

  async state(checkoutId: string): Promise<CheckoutState> {
    return (await this.executor.state(checkoutDecider, checkoutStream(checkoutId), 'any')).state;
  }

  /**
   * Creates the customer, charges, and confirms, or opens the checkout again.
   * @throws PaymentError declined · CustomerTaken · ExpiredCheckoutError its seller is deleted, or about to be
   */
  async proceed(checkoutId: string, context: Context, attempt: number): Promise<void> {
    const state = await this.state(checkoutId);
    if (state.status !== 'confirming') return;
    const scoped = { ...context, organizationId: state.offer.organizationId };
    // After CheckoutConfirmStarted: deleting an organization is announced in the log first, and then looks for confirms.
    if (!(await this.members.isSelling(state.offer.organizationId))) {
      await this.fail(state, 'The seller was deleted', scoped, attempt);
      throw new ExpiredCheckoutError();
    }
    try {
      await this.ensureCustomer(state, scoped);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.fail(state, 'The customer could not be created', scoped, attempt);
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
    if (!createsCustomer || (await this.executor.load(customerStream(customerId), 'any')).length > 0) return;
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

  /** Tells the buyer why the checkout was not paid; undefined if it was, or may still be. */
  private async pay({ offer, confirmation }: Started, context: Context): Promise<string | undefined> {
    const { organizationId, checkoutId } = offer;
    const { paymentId, paymentMethodId, customerId, totalAmount: amount, currency } = confirmation;
    if (paymentId === null || paymentMethodId === null) return undefined;
    const purpose = { kind: 'checkout' as const, checkoutId };
    const about = { paymentId, organizationId, customerId, purpose };
    const request = { ...about, amount, currency, paymentMethodId };
    await this.commands.execute(new RequestPayment(request, context, `RequestPayment:${paymentId}`));
    const charge = new ChargePayment({ paymentId }, context, `ChargePayment:${paymentId}`);
    const charged = await this.commands.execute(charge);
    if (charged.status === 'declined') return charged.message;
    return REFUNDED.has(charged.status) ? NOT_AS_DUE : undefined;
  }

  private async fail(
    { offer, confirmation }: Started,
    reason: string,
    context: Context,
    attempt: number,
  ): Promise<void> {
    const { checkoutId } = offer;
    const { orderId, activeClaim, subscriptionId } = confirmation;
    await this.execute(checkoutId, new FailConfirm({ checkoutId, orderId, reason }, context, `FailConfirm:${attempt}`));
    if (activeClaim && subscriptionId)
      await this.claims.release(activeClaim, subscriptionStream(subscriptionId), context);
  }

  private execute(checkoutId: string, command: CompleteConfirm | FailConfirm): Promise<unknown> {
    return this.executor.execute(checkoutDecider, checkoutStream(checkoutId), command);
  }
}
