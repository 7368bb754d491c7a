import { Inject, Injectable } from '@nestjs/common';
import { onBehalfOf } from '../../../app/outside.ts';
import { CLOCK, PAYMENT_PROCESSOR, TELEMETRY } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { DomainError, NotFound } from '../../../kernel/errors.ts';
import { addSeconds, type Clock, type Instant } from '../../../kernel/ports/clock.ts';
import type { Telemetry } from '../../../kernel/ports/telemetry.ts';
import { contextOf, measureStep } from '../../../kernel/reacting/send-steps.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RecordPaymentOutcome } from './payment.commands.ts';
import { PaymentError } from './payment.errors.ts';
import { paymentDecider, type Payment, type PaymentState } from './payment.decider.ts';
import { paymentStream, type PaymentEvent } from './payment.events.ts';
import { PaymentMethods, type PaymentMethod } from './payment-methods.service.ts';
import type { ChargeOutcome, PaymentProcessor, SetupOutcome } from './payment-processor.ts';

/** The processor refuses a refund, which is retried, and shown to the operator until it succeeds. */
class NotRefunded extends DomainError {
  constructor(message: string) {
    super('NotRefunded', message, 503);
  }
}

/** What has become of a payment; of a payment of 0, whether its method was saved. */
export type PaymentOutcome = ChargeOutcome | { outcome: 'saved'; reference: string; method: string };

const UNKNOWN_CARD: PaymentOutcome = {
  outcome: 'declined',
  code: 'no_method',
  message: 'The card is no longer known',
};

/** Processors remember an idempotency key for about a day: after this time they are asked first. */
const REPEATABLE_SECONDS = 3_600;

/** Calls to the processor: one at a time per payment, and none once it is settled. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly methods: PaymentMethods,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  /** Charges what was just requested. */
  charge(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) =>
      state.status === 'requested' ? this.record(state, await this.take(state), context) : state,
    );
  }

  /**
   * Records what the processor has reported by itself. It waits for no call that is under way: whichever outcome comes first decides.
   * @throws NotFound
   */
  async report(paymentId: string, outcome: PaymentOutcome, context: Context): Promise<PaymentState> {
    const { state } = await this.executor.state(paymentDecider, paymentStream(paymentId), 'any');
    if (state.status === 'absent') throw new NotFound();
    const method = await this.methods.find(state.paymentMethodId);
    if (method && !method.saved) await this.keepSaved(state, method, await this.customerOf(state), outcome);
    return this.record(state, outcome, { ...context, organizationId: state.organizationId });
  }

  /**
   * Does what the state of a payment asks for. A call whose answer was lost is repeated under the same id.
   * @param isRepeated whether the processor may have been called before
   * @returns its state, and since when it has been in the one before
   * @throws what the processor throws · NotRefunded
   */
  settle(paymentId: string, isRepeated: boolean): Promise<{ state: PaymentState; since: Instant }> {
    return this.withLock(paymentId, async (state, events) => {
      const last = events.at(-1);
      if (!last) return { state, since: this.clock.machineNow() };
      const settle = () => this.settleAfter(last, state, isRepeated);
      const after = await measureStep('payments', last, this.telemetry, settle);
      return { state: after, since: last.metadata.recordedAt };
    });
  }

  private async settleAfter(last: Recorded, state: PaymentState, isRepeated: boolean): Promise<PaymentState> {
    const context = contextOf('payments', last, this.clock);
    const repeatableUntil = addSeconds(last.metadata.recordedAt, REPEATABLE_SECONDS);
    switch (state.status) {
      case 'requested':
      case 'pending': {
        const isKnown = state.status === 'pending' || isRepeated || this.clock.machineNow() > repeatableUntil;
        const outcome = (isKnown && (await this.statusOf(state))) || (await this.take(state));
        const after = await this.record(state, outcome, context);
        // A report may have settled the payment during the call, and what it paid for may not be wanted any more.
        return after.status === 'reversing' ? this.refund(after, context) : after;
      }
      case 'reversing':
        return this.refund(state, context);
      default:
        return state;
    }
  }

  private withLock<T>(
    paymentId: string,
    task: (state: PaymentState, events: readonly Recorded<PaymentEvent>[]) => Promise<T>,
  ): Promise<T> {
    return this.locks.withLock('payment', paymentId, async () => {
      const events = await this.executor.load<PaymentEvent>(paymentStream(paymentId), 'any');
      const state = fold(paymentDecider, events);
      const run = () => task(state, events);
      // Buyers send the request, but it is the seller's money.
      return state.status === 'absent' ? run() : onBehalfOf(state.organizationId, run);
    });
  }

  private async take(payment: Payment): Promise<PaymentOutcome> {
    const { paymentId: id, amount, currency, paymentMethodId, purpose } = payment;
    const method = await this.methods.find(paymentMethodId);
    if (purpose.kind === 'order')
      return method?.saved ? this.port().chargeOffSession({ id, amount, currency, ...method.saved }) : UNKNOWN_CARD;
    if (!method) return UNKNOWN_CARD;
    const customer = method.saved?.customer ?? (await this.customerOf(payment));
    const { token: confirmationToken, isReused: saveMethod } = method;
    const outcome =
      amount === 0
        ? savedBy(await this.port().setUpMethod({ id, customer, confirmationToken }))
        : await this.port().charge({ id, amount, currency, customer, confirmationToken, saveMethod });
    await this.keepSaved(payment, method, customer, outcome);
    return outcome;
  }

  /** Also keeps the method that was saved by a charge whose answer was lost. */
  private async statusOf(payment: Payment): Promise<PaymentOutcome | undefined> {
    const { paymentId, amount } = payment;
    const outcome = amount === 0 ? await this.setupOf(paymentId) : await this.port().statusOf(paymentId);
    const method = outcome && (await this.methods.find(payment.paymentMethodId));
    if (method && !method.saved) await this.keepSaved(payment, method, await this.customerOf(payment), outcome);
    return outcome;
  }

  private async setupOf(paymentId: string): Promise<PaymentOutcome | undefined> {
    const outcome = await this.port().setupStatusOf(paymentId);
    return outcome && savedBy(outcome);
  }

  private async keepSaved(
    { paymentMethodId }: Payment,
    kept: PaymentMethod,
    customer: string,
    outcome: PaymentOutcome,
  ): Promise<void> {
    if (outcome.outcome === 'declined' || outcome.method === undefined) return;
    await this.methods.save(paymentMethodId, kept, { customer, method: outcome.method });
  }

  private async customerOf({ customerId }: Payment): Promise<string> {
    return (await this.port().createCustomer({ id: customerId })).reference;
  }

  private async refund(payment: Payment & PaymentState, context: Context): Promise<PaymentState> {
    const { paymentId: chargeId, amount } = payment;
    const id = reversalOf(chargeId);
    // Nothing was taken.
    if (amount === 0) return this.record(payment, { outcome: 'reversed', reference: id }, context);
    const refund = await this.port().refund({ id, chargeId, money: 'all' });
    if (refund.outcome === 'failed') throw new NotRefunded(refund.message);
    if (refund.outcome === 'canceled') throw new NotRefunded('The processor has canceled the refund');
    if (refund.outcome === 'succeeded')
      return this.record(payment, { outcome: 'reversed', reference: refund.reference }, context);
    // Pending: asked again later.
    return payment;
  }

  private async record(
    { paymentId }: Payment,
    report: PaymentOutcome | { outcome: 'reversed'; reference: string },
    context: Context,
  ): Promise<PaymentState> {
    const step = `RecordPaymentOutcome:${paymentId}:${report.outcome}`;
    const command = new RecordPaymentOutcome({ paymentId, ...report }, context, step);
    return (await this.executor.execute(paymentDecider, paymentStream(paymentId), command)).state as PaymentState;
  }

  private port(): PaymentProcessor {
    if (!this.processor) throw new PaymentError('No payment processor is configured');
    return this.processor;
  }
}

/** The id of the refund of a payment for what could not succeed. */
export function reversalOf(paymentId: string): string {
  return deriveUuid(paymentId, 'reversal');
}

/** What a setup means for its payment. */
export function savedBy(outcome: SetupOutcome): PaymentOutcome {
  return outcome.outcome === 'succeeded' ? { ...outcome, outcome: 'saved' } : outcome;
}
