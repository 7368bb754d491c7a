import { Inject } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import type { Type } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import { LOG, PAYMENT_PROCESSOR, VAULT } from '../../../app/tokens.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import {
  ChargePayment,
  EnquirePayment,
  RecordPaymentOutcome,
  RefundMismatch,
  RequestPayment,
  ReversePayment,
} from './payment.commands.ts';
import { paymentDecider, type Payment, type PaymentState } from './payment.decider.ts';
import { paymentMethodEntry, paymentStream } from './payment.events.ts';
import type { ChargeOutcome, PaymentProcessor } from './payment-processor.ts';

/** No processor is configured: money can neither be taken nor given back. */
class NoProcessor extends DomainError {
  constructor() {
    super('PaymentError', 'No payment processor is configured', 400);
  }
}

/** Calls to the processor: one at a time per payment, and none for what is settled. */
export class PaymentService {
  constructor(
    private readonly executor: Executor,
    private readonly turns: KeyedLock,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null,
  ) {}

  /** Charges what was requested; asks again where the outcome of a charge got lost. */
  charge(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) => {
      if (state.status !== 'requested') return state;
      return this.record(state, await this.take(state), context);
    });
  }

  /** Asks what has become of a payment; what the processor never heard of is charged. */
  enquire(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) => {
      if (state.status === 'reversing') return this.giveBack(state, context);
      if (state.status !== 'requested' && state.status !== 'pending') return state;
      return this.record(state, (await this.port().enquire(paymentId)) ?? (await this.take(state)), context);
    });
  }

  /** Gives back what is to go back. */
  settleReversal(paymentId: string, context: Context): Promise<PaymentState> {
    return this.withLock(paymentId, async (state) =>
      state.status === 'reversing' ? this.giveBack(state, context) : state,
    );
  }

  private withLock(paymentId: string, task: (state: PaymentState) => Promise<PaymentState>): Promise<PaymentState> {
    return this.turns.withLock('payment', paymentId, async () =>
      task((await this.executor.state(paymentDecider, paymentStream(paymentId), 'any')).state),
    );
  }

  private async take({ paymentId, amount, currency, paymentMethodId, purpose }: Payment): Promise<ChargeOutcome> {
    const method = await readVault(this.vault, paymentMethodEntry(paymentMethodId));
    if (method === undefined) return { outcome: 'declined', code: 'no_method', message: 'The card is no longer known' };
    return this.port().charge({ id: paymentId, amount, currency, method, offSession: purpose.kind === 'order' });
  }

  private async giveBack(state: Payment, context: Context): Promise<PaymentState> {
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

@CommandHandler(ChargePayment)
export class ChargePaymentHandler {
  constructor(private readonly charges: PaymentService) {}

  execute({ data: { paymentId }, context }: ChargePayment): Promise<PaymentState> {
    return this.charges.charge(paymentId, context);
  }
}

@CommandHandler(EnquirePayment)
export class EnquirePaymentHandler {
  constructor(private readonly charges: PaymentService) {}

  execute({ data: { id }, context }: EnquirePayment): Promise<PaymentState> {
    return this.charges.enquire(id, context);
  }
}

/** Asks for the money to go back, then gives it back; the ticker repeats the second where it failed. */
@CommandHandler(ReversePayment)
export class ReversePaymentHandler {
  constructor(
    private readonly executor: Executor,
    private readonly charges: PaymentService,
  ) {}

  async execute(command: ReversePayment): Promise<PaymentState> {
    const { paymentId } = command.data;
    await this.executor.execute(paymentDecider, paymentStream(paymentId), command);
    return this.charges.settleReversal(paymentId, command.context);
  }
}

/** Also listed by `tillbook payments mismatched`. */
@CommandHandler(RefundMismatch)
export class RefundMismatchHandler {
  constructor(
    private readonly executor: Executor,
    private readonly reversing: ReversePaymentHandler,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async execute({ data, context }: RefundMismatch): Promise<void> {
    const { paymentId, ...received } = data;
    const { state } = await this.executor.state(paymentDecider, paymentStream(paymentId), 'any');
    if (state.status === 'mismatched') {
      const { organizationId, purpose, amount, currency } = state;
      const about = { paymentId, organizationId, purpose, requested: { amount, currency }, received };
      this.log.error('A payment does not match what was requested and is refunded', about);
    }
    const reason = 'The payment does not match what was requested';
    await this.reversing.execute(new ReversePayment({ paymentId, reason }, context));
  }
}

export const paymentHandlers: Type[] = [
  ChargePaymentHandler,
  EnquirePaymentHandler,
  ReversePaymentHandler,
  RefundMismatchHandler,
  ...handlersOf(
    paymentDecider,
    ({ paymentId }: { paymentId: string }) => paymentStream(paymentId),
    RequestPayment,
    RecordPaymentOutcome,
  ),
];
