import { Inject } from '@nestjs/common';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { DomainError } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RecordPaymentOutcome } from './payment.commands.ts';
import { paymentDecider, type Payment, type PaymentState } from './payment.decider.ts';
import { paymentStream } from './payment.events.ts';
import { PaymentMethods, type PaymentMethod } from './payment-methods.service.ts';
import type { ChargeOutcome, PaymentProcessor } from './payment-processor.ts';

/** No processor is configured: money can be neither taken nor refunded. */
class NoProcessor extends DomainError {
  constructor() {
    super('PaymentError', 'No payment processor is configured', 400);
  }
}

/** The processor refuses a refund: the step is retried and then parked for the operator. */
class NotRefunded extends DomainError {
  constructor(message: string) {
    super('NotRefunded', message, 503);
  }
}

/** Calls to the processor: one at a time per payment, and none once it is settled. */
export class PaymentService {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly methods: PaymentMethods,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null,
  ) {}

  /** Charges what was requested. A charge whose answer was lost is repeated under the same id. */
  charge(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) => {
      if (state.status !== 'requested') return state;
      return this.record(state, await this.take(state), context);
    });
  }

  /** Asks what has become of a payment; one that the processor does not know is charged. */
  enquire(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) => {
      if (state.status === 'reversing') return this.refund(state, context);
      if (state.status !== 'requested' && state.status !== 'pending') return state;
      return this.record(state, (await this.statusOf(state)) ?? (await this.take(state)), context);
    });
  }

  /** Refunds a payment that is reversing. */
  settleReversal(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) =>
      state.status === 'reversing' ? this.refund(state, context) : state,
    );
  }

  private withLock(paymentId: string, task: (state: PaymentState) => Promise<PaymentState>): Promise<PaymentState> {
    return this.locks.withLock('payment', paymentId, async () =>
      task((await this.executor.state(paymentDecider, paymentStream(paymentId), 'any')).state),
    );
  }

  private async take(payment: Payment): Promise<ChargeOutcome> {
    const { paymentId: id, amount, currency, paymentMethodId, purpose } = payment;
    const method = await this.methods.find(paymentMethodId);
    if (!method) return { outcome: 'declined', code: 'no_method', message: 'The card is no longer known' };
    const customer = method.saved?.customer ?? (await this.customerOf(payment));
    const charge = { id, amount, currency, customer };
    if (purpose.kind === 'order')
      return this.port().chargeOffSession({ ...charge, method: method.saved?.method ?? method.token });
    const { token: confirmationToken, isReused: saveMethod } = method;
    const outcome = await this.port().charge({ ...charge, confirmationToken, saveMethod });
    await this.keepSaved(payment, method, customer, outcome);
    return outcome;
  }

  /** Also keeps the method that was saved by a charge whose answer was lost. */
  private async statusOf(payment: Payment): Promise<ChargeOutcome | undefined> {
    const outcome = await this.port().statusOf(payment.paymentId);
    const method = outcome && (await this.methods.find(payment.paymentMethodId));
    if (method && !method.saved) await this.keepSaved(payment, method, await this.customerOf(payment), outcome);
    return outcome;
  }

  private async keepSaved(
    { paymentMethodId }: Payment,
    kept: PaymentMethod,
    customer: string,
    outcome: ChargeOutcome,
  ): Promise<void> {
    if (outcome.outcome === 'declined' || outcome.method === undefined) return;
    await this.methods.save(paymentMethodId, kept, { customer, method: outcome.method });
  }

  private async customerOf({ customerId }: Payment): Promise<string> {
    return (await this.port().createCustomer({ id: customerId })).reference;
  }

  private async refund(payment: Payment & PaymentState, context: Context): Promise<PaymentState> {
    const { paymentId: chargeId } = payment;
    const refund = await this.port().refund({ id: deriveUuid(chargeId, 'reversal'), chargeId, money: 'all' });
    if (refund.outcome === 'failed') throw new NotRefunded(refund.message);
    if (refund.outcome === 'succeeded')
      return this.record(payment, { outcome: 'reversed', reference: refund.reference }, context);
    // Pending: the ticker asks again.
    return payment;
  }

  private async record(
    { paymentId }: Payment,
    report: ChargeOutcome | { outcome: 'reversed'; reference: string },
    context: Context,
  ): Promise<PaymentState> {
    const step = `RecordPaymentOutcome:${paymentId}:${report.outcome}`;
    const command = new RecordPaymentOutcome({ paymentId, ...report }, context, step);
    return (await this.executor.execute(paymentDecider, paymentStream(paymentId), command)).state as PaymentState;
  }

  private port(): PaymentProcessor {
    if (!this.processor) throw new NoProcessor();
    return this.processor;
  }
}
