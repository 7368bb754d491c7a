import { Inject, Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { CLOCK, LOG, PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { isRefusal, NotFound } from '../../../kernel/errors.ts';
import { seedOf } from '../../../kernel/ids.ts';
import { msOf, type Clock } from '../../../kernel/ports/clock.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import { startContext, type Command, type Context } from '../../../kernel/writing/command.ts';
import { RecordRefundOutcome } from '../refunds/refund.commands.ts';
import { RecordDispute, RecordPaymentOutcome } from './payment.commands.ts';
import { PaymentService, reversalOf, savedBy } from './payment.service.ts';
import type { PaymentProcessor, ProcessorReport } from './payment-processor.ts';

type Of<T extends ProcessorReport['type']> = Extract<ProcessorReport, { type: T }>;

/** What a payment processor reports by itself, signed by it (docs/STRIPE.md#what-it-reports). */
@Injectable()
export class PaymentReports {
  constructor(
    private readonly payments: PaymentService,
    private readonly commands: Commands,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null,
  ) {}

  /**
   * Returns once what follows from a report is in the log. Reports that change nothing here, or that a rule refuses, are accepted too: to
   * deliver them again would not help.
   * @param provider who sends them
   * @throws UnsignedReport · what the log throws: the processor delivers the report again then
   */
  async receive(provider: string, body: string, signature: string): Promise<void> {
    if (!this.processor) throw new NotFound();
    const { id, at, report } = await this.processor.read(body, signature);
    const context = startContext({ kind: 'system', id: provider }, this.clock, seedOf(msOf(at), `${provider}:${id}`));
    try {
      await this.record(report, context);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.log.warn('A report of the payment processor was refused', { report: id, code: error.code });
    }
  }

  private async record(report: ProcessorReport, context: Context): Promise<void> {
    switch (report.type) {
      case 'charge':
        await this.payments.report(report.id, report.outcome, context);
        return;
      case 'setup':
        await this.payments.report(report.id, savedBy(report.outcome), context);
        return;
      case 'dispute':
        return this.dispute(report, context);
      case 'refund':
        return this.refund(report, context);
      case 'other':
        this.log.info('A report of the payment processor is about nothing here', { about: report.about });
    }
  }

  /** Also listed by `tillbook payments disputed`. */
  private async dispute({ chargeId: paymentId, type, ...report }: Of<'dispute'>, context: Context): Promise<void> {
    const { appended } = await this.commands.execute(new RecordDispute({ paymentId, ...report }, context));
    for (const { type: event, data } of appended) {
      const about = { paymentId, organizationId: data.organizationId, purpose: data.purpose, ...report };
      if (event === 'PaymentDisputed')
        this.log.error('A payment is disputed: answer it at the payment processor', about);
      else this.log.warn('A dispute of a payment was closed', about);
    }
  }

  private async refund(report: Of<'refund'>, context: Context): Promise<void> {
    const command = refundCommandOf(report, context);
    if (command) await this.commands.execute(command);
    const { id: refundId, chargeId: paymentId, outcome } = report;
    const about = { refundId, paymentId, ...outcome };
    if (outcome.outcome === 'failed' || outcome.outcome === 'canceled')
      this.log.error('The payment processor could not make a refund', about);
    else this.log.info('The payment processor reports a refund', about);
  }
}

/** What records a refund: of a payment for what could not succeed, the payment itself. */
function refundCommandOf({ id, chargeId: paymentId, outcome }: Of<'refund'>, context: Context): Command | undefined {
  if (id !== reversalOf(paymentId)) return new RecordRefundOutcome({ paymentId, refundId: id, ...outcome }, context);
  if (outcome.outcome !== 'succeeded') return undefined;
  return new RecordPaymentOutcome({ paymentId, outcome: 'reversed', reference: outcome.reference }, context);
}
