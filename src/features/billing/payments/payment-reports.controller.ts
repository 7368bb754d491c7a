import { Headers, HttpCode, Inject, Ip, Post } from '@nestjs/common';
import { Answers, BillingController, Public } from '../../../app/http/api.ts';
import { KeepsRawBody, RawBody } from '../../../app/http/bodies/raw-bodies.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { PaymentReports } from './payment-reports.service.ts';
import { UnsignedReport } from './payment-processor.ts';
import { ReportReceived } from './payments.dto.ts';

const PROVIDER = 'stripe';
/** Bytes: Stripe's largest events about payments are a tenth of it. */
const REPORT_BYTES = 262_144;

/** Where Stripe sends its events (docs/STRIPE.md). */
@BillingController(`integrations/${PROVIDER}`)
export class PaymentReportsController {
  constructor(
    private readonly reports: PaymentReports,
    private readonly limit: VisitLimit,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Receives an event of Stripe, which its `Stripe-Signature` proves. Answers once what it reports is recorded. */
  @Post('webhook')
  @HttpCode(200)
  @Answers(400, 404, 413, 429)
  @Public()
  @KeepsRawBody(REPORT_BYTES)
  async receive(
    @RawBody() body: string,
    @Headers('stripe-signature') signature: string | undefined,
    @Ip() address: string,
  ): Promise<ReportReceived> {
    if (!this.config.stripe) throw new NotFound();
    try {
      await this.reports.receive(PROVIDER, body, signature ?? '');
    } catch (error) {
      if (error instanceof UnsignedReport) await this.limit.demand(address, 'unsigned');
      throw error;
    }
    return { received: true };
  }
}
