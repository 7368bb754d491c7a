import { Inject } from '@nestjs/common';
import { PAYMENT_PROCESSOR, VAULT } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { RecordPaymentOutcome } from './payment.commands.ts';
import { paymentDecider, type Payment, type PaymentState } from './payment.decider.ts';
import { paymentMethodEntry, paymentStream } from './payment.events.ts';
import type { ChargeOutcome, PaymentProcessor } from './payment-processor.ts';

/** No processor is configured: money can be neither taken nor refunded. */
class NoProcessor extends DomainError {
  constructor() {
    super('PaymentError', 'No payment processor is configured', 400);
  }
}

/** Calls to the processor: one at a time per payment, and none once it is settled. */
export class PaymentService {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    @Inject(VAULT) private readonly vault: Vault,
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
      return this.record(state, (await this.port().enquire(paymentId)) ?? (await this.take(state)), context);
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

  private async take({ paymentId, amount, currency, paymentMethodId, purpose }: Payment): Promise<ChargeOutcome> {
    const method = await readVault(this.vault, paymentMethodEntry(paymentMethodId));
    if (method === undefined) return { outcome: 'declined', code: 'no_method', message: 'The card is no longer known' };
    return this.port().charge({ id: paymentId, amount, currency, method, offSession: purpose.kind === 'order' });
  }

  private async refund(state: Payment, context: Context): Promise<PaymentState> {
    const { reference } = await this.port().reverse(state.paymentId);
    return this.record(state, { outcome: 'reversed', reference }, context);
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
