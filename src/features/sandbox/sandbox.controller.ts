import { Body, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Commands } from '../../app/commands.ts';
import { SandboxController } from '../../app/http/api.ts';
import { Ctx } from '../../app/http/request-state.ts';
import { Id } from '../../app/http/validation.ts';
import { Runtime } from '../../app/runtime.ts';
import { PAYMENT_PROCESSOR } from '../../app/tokens.ts';
import { parseInstant } from '../../kernel/ports/clock.ts';
import type { Context } from '../../kernel/writing/command.ts';
import { InvalidInput, NotFound } from '../../kernel/errors.ts';
import { RecordPaymentOutcome } from '../billing/payments/payment.commands.ts';
import { RecordRefundOutcome } from '../billing/refunds/refund.commands.ts';
import { RefundReader } from '../billing/refunds/refunds.queries.ts';
import { BusinessClock } from './business-clock.ts';
import {
  ClockMove,
  ClockState,
  PaymentSettlement,
  RefundSettlement,
  SettledPayment,
  SettledRefund,
} from './sandbox.dto.ts';

type Report<D = RecordPaymentOutcome['data']> = D extends unknown ? Omit<D, 'paymentId'> : never;

type RefundReport<D = RecordRefundOutcome['data']> = D extends unknown ? Omit<D, 'paymentId' | 'refundId'> : never;

/** The sandbox's payment processor, whose open charges are settled manually. */
interface SandboxProcessor {
  /** Settles a charge and returns its report; undefined if the charge does not exist. */
  settle(id: string, as: 'succeeded' | 'declined'): Promise<Report | undefined>;
  /** The same for a refund; one that has succeeded can be reversed. Only the sandbox's own processor can. */
  settleRefund?(chargeId: string, id: string, as: RefundSettlement['outcome']): Promise<RefundReport | undefined>;
}

@SandboxController('clock')
export class ClockController {
  constructor(private readonly clock: BusinessClock) {}

  @Get()
  get(): ClockState {
    return { now: this.clock.now() };
  }

  /** Stops early if the client disconnects. */
  @Post()
  @HttpCode(200)
  async advance(
    @Body() { advance_to }: ClockMove,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ClockState> {
    const to = parseInstant(advance_to);
    if (to === undefined)
      throw InvalidInput.at('body.advance_to', 'Input should be a valid datetime with an offset', 'datetime_parsing');
    const disconnected = new AbortController();
    reply.raw.once('close', () => disconnected.abort());
    return { now: await this.clock.advanceTo(to, disconnected.signal) };
  }
}

@SandboxController('payments')
export class PaymentSettlementController {
  constructor(
    private readonly commands: Commands,
    private readonly runtime: Runtime,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: SandboxProcessor,
  ) {}

  /** Settles an open payment; answers once everything that follows from it is done. */
  @Post(':id/settle')
  @HttpCode(200)
  async settle(@Id() id: string, @Body() body: PaymentSettlement, @Ctx() context: Context): Promise<SettledPayment> {
    const report = await this.processor.settle(id, body.outcome);
    if (!report) throw new NotFound('The sandbox has no such payment');
    const record = new RecordPaymentOutcome({ paymentId: id, ...report }, context);
    const { state } = await this.commands.execute(record);
    await this.runtime.settled();
    return { id, status: state.status };
  }
}

@SandboxController('refunds')
export class RefundSettlementController {
  constructor(
    private readonly commands: Commands,
    private readonly runtime: Runtime,
    private readonly refunds: RefundReader,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: SandboxProcessor,
  ) {}

  /** Settles a pending refund, or reverses one that has succeeded; answers once everything that follows from it is done. */
  @Post(':id/settle')
  @HttpCode(200)
  async settle(
    @Id() refundId: string,
    @Body() body: RefundSettlement,
    @Ctx() context: Context,
  ): Promise<SettledRefund> {
    const paymentId = (await this.refunds.find(refundId))?.payment_id;
    const report = paymentId && (await this.processor.settleRefund?.(paymentId, refundId, body.outcome));
    if (!paymentId || !report) throw new NotFound('The sandbox has no such refund');
    const { state } = await this.commands.execute(new RecordRefundOutcome({ paymentId, refundId, ...report }, context));
    await this.runtime.settled();
    return { id: refundId, status: state.refunds[refundId]!.status };
  }
}
