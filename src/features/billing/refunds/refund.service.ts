import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, TELEMETRY } from '../../../app/tokens.ts';
import { KeyedLock } from '../../../kernel/coordination/keyed-lock.ts';
import type { Clock } from '../../../kernel/ports/clock.ts';
import type { Telemetry } from '../../../kernel/ports/telemetry.ts';
import { contextOf, measureStep } from '../../../kernel/reacting/send-steps.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ChargeRefunds } from '../payments/charge-refunds.service.ts';
import { RecordRefundOutcome, type RefundState } from './refund.commands.ts';
import { refundDecider } from './refund.decider.ts';
import { refundsStream, type RefundEvent } from './refund.events.ts';

/** Calls to the processor for refunds: one at a time per payment. */
@Injectable()
export class RefundService {
  constructor(
    private readonly executor: Executor,
    private readonly locks: KeyedLock,
    private readonly charges: ChargeRefunds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
  ) {}

  /** How many the processor lets us settle in a second; undefined: any number. */
  get paymentsPerSecond(): number | undefined {
    return this.charges.paymentsPerSecond;
  }

  /**
   * Calls the processor for a refund that is requested, or that it has not settled yet: the same id answers how it stands.
   * @returns undefined if there is no such refund
   * @throws what the processor throws
   */
  settle(paymentId: string, refundId: string, context?: Context): Promise<RefundState | undefined> {
    return this.locks.withLock('refunds', paymentId, async () => {
      const events = await this.executor.load<RefundEvent>(refundsStream(paymentId), 'any');
      const refund = fold(refundDecider, events).refunds[refundId];
      const last = events.findLast(({ data }) => data.refundId === refundId);
      if (!refund || !last || (refund.status !== 'requested' && refund.status !== 'pending')) return refund;
      if (context) return this.call(refund, context);
      return measureStep('refunds', last, this.telemetry, () => this.call(refund, this.contextAfter(last)));
    });
  }

  private contextAfter(last: Recorded): Context {
    return contextOf('refunds', last, this.clock);
  }

  private async call(refund: RefundState, context: Context): Promise<RefundState> {
    const { refundId, paymentId } = refund;
    const report = reportOf(await this.refund(refund));
    const record = new RecordRefundOutcome(
      { paymentId, refundId, ...report },
      context,
      `RecordRefundOutcome:${refundId}:${report.outcome}`,
    );
    const { state } = await this.executor.execute(refundDecider, refundsStream(paymentId), record);
    return state.refunds[refundId]!;
  }

  /** Nothing is left of what the card paid: it is credit only. */
  private async refund({ refundId: id, paymentId, paymentAmount: amount, currency }: RefundState): Promise<Answer> {
    if (amount === 0) return { outcome: 'succeeded', reference: null };
    return this.charges.refund({ id, chargeId: paymentId, money: { amount, currency } });
  }
}

type Report<D = RecordRefundOutcome['data']> = D extends unknown ? Omit<D, 'paymentId' | 'refundId'> : never;

type Answer = Awaited<ReturnType<ChargeRefunds['refund']>> | { outcome: 'succeeded'; reference: null };

function reportOf(outcome: Answer): Report {
  return outcome.outcome === 'canceled' ? { outcome: outcome.outcome } : outcome;
}
