import { Injectable } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus } from '@nestjs/cqrs';
import { Claims } from '../../../kernel/writing/claim.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError, isRefusal } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { IsSelling } from '../../accounts/organizations/members/memberships.queries.ts';
import { RegisterCustomer } from '../customers/customer.commands.ts';
import { customerStream } from '../customers/customer.events.ts';
import { ChargePayment, RequestPayment } from '../payments/payment.commands.ts';
import { subscriptionStream } from '../subscriptions/subscription.events.ts';
import { CompleteConfirm, ContinueConfirm, FailConfirm } from './checkout.commands.ts';
import { checkoutDecider, type CheckoutState } from './checkout.decider.ts';
import { ExpiredCheckoutError, PaymentError } from './checkout.errors.ts';
import { checkoutStream } from './checkout.events.ts';

/** A payment that does not match is refunded by a process (docs/BILLING.md#payment-states). */
const REFUNDED = ['mismatched', 'reversing', 'reversed'];
const NOT_AS_DUE = 'Another amount was charged than was due. It is being refunded; please try again.';

type Started = Extract<CheckoutState, { confirmation: unknown }>;

/** Somebody else took the e-mail or external id while this confirm was on its way. */
export class CustomerTaken extends DomainError {
  constructor() {
    super('Conflict', 'The customer was made by somebody else at the same time; try again', 409);
  }
}

/** The steps of a confirm that has started, each of which may be repeated from wherever it stopped. */
@Injectable()
export class ConfirmService {
  constructor(
    private readonly turns: KeyedLock,
    private readonly executor: Executor,
    private readonly commands: CommandBus,
    private readonly claims: Claims,
    private readonly queries: QueryBus,
  ) {}

  /** One checkout is confirmed, continued and fulfilled by one at a time. */
  withLock<T>(checkoutId: string, task: () => Promise<T>): Promise<T> {
    return this.turns.withLock('checkout', checkoutId, task);
  }

  async state(checkoutId: string): Promise<CheckoutState> {
    return (await this.executor.state(checkoutDecider, checkoutStream(checkoutId), 'any')).state;
  }

  /**
   * Makes the customer, charges, and confirms, or opens the checkout again.
   * @throws PaymentError declined · CustomerTaken · ExpiredCheckoutError its seller is gone, or about to
   */
  async proceed(checkoutId: string, context: Context, attempt: number): Promise<void> {
    const state = await this.state(checkoutId);
    if (state.status !== 'confirming') return;
    const scoped = { ...context, organizationId: state.offer.organizationId };
    // After the confirm has been announced: whoever deletes the organization announces that first, and then looks for confirms.
    if (!(await this.queries.execute(new IsSelling(state.offer.organizationId)))) {
      await this.fail(state, 'The seller is gone', scoped, attempt);
      throw new ExpiredCheckoutError();
    }
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
    await this.commands.execute(new RegisterCustomer(data, context, `RegisterCustomer:${customerId}`));
  }

  /** The reason for the buyer where the checkout was not paid; undefined where it was, or may still be. */
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
    if (charged.status === 'declined') return charged.message;
    return REFUNDED.includes(charged.status) ? NOT_AS_DUE : undefined;
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

@CommandHandler(ContinueConfirm)
export class ContinueConfirmHandler {
  constructor(private readonly steps: ConfirmService) {}

  execute({ data: { checkoutId }, context }: ContinueConfirm): Promise<void> {
    return this.steps.withLock(checkoutId, () => this.steps.proceed(checkoutId, context, 1));
  }
}
