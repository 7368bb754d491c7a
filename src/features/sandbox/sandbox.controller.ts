import { Body, Get, HttpCode, Inject, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { SandboxController } from '../../app/http/api.ts';
import { Ctx } from '../../app/http/request-state.ts';
import { Id } from '../../app/http/validation.ts';
import { Runtime } from '../../app/runtime.ts';
import { PAYMENT_PROCESSOR } from '../../app/tokens.ts';
import { parseInstant } from '../../kernel/ports/clock.ts';
import type { Context, Executed } from '../../kernel/writing/command.ts';
import { InvalidInput, NotFound } from '../../kernel/errors.ts';
import { RecordPaymentOutcome } from '../billing/payments/payment.commands.ts';
import { BusinessClock } from './business-clock.ts';
import { ClockMove, ClockState, PaymentSettlement, SettledPayment } from './sandbox.dto.ts';

/** The sandbox's own processor, whose open charges can be told how they end. */
interface Settles {
  /** What it reports of the charge then; undefined where it knows of none. */
  settle(id: string, as: 'succeeded' | 'declined'): Promise<object | undefined>;
}

@SandboxController('clock')
export class ClockController {
  constructor(private readonly clock: BusinessClock) {}

  @Get()
  get(): ClockState {
    return { now: this.clock.now() };
  }

  /** Stops on the way where the client leaves. */
  @Post()
  @HttpCode(200)
  async advance(
    @Body() { advance_to }: ClockMove,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClockState> {
    const to = parseInstant(advance_to);
    if (to === undefined)
      throw InvalidInput.at('body.advance_to', 'Input should be a valid datetime with an offset', 'datetime_parsing');
    const left = new AbortController();
    response.once('close', () => left.abort());
    return { now: await this.clock.advanceTo(to, left.signal) };
  }
}

@SandboxController('payments')
export class PaymentSettlementController {
  constructor(
    private readonly commands: CommandBus,
    private readonly runtime: Runtime,
    @Inject(PAYMENT_PROCESSOR) private readonly processor: Settles,
  ) {}

  /** Settles a payment that waits, and answers when what follows from it is done. */
  @Post(':id/settle')
  @HttpCode(200)
  async settle(@Id() id: string, @Body() body: PaymentSettlement, @Ctx() context: Context): Promise<SettledPayment> {
    const report = await this.processor.settle(id, body.outcome);
    if (!report) throw new NotFound('The sandbox knows no such payment');
    const record = new RecordPaymentOutcome({ paymentId: id, ...report } as RecordPaymentOutcome['data'], context);
    const { state } = await this.commands.execute<typeof record, Executed<{ status: string }, never>>(record);
    await this.runtime.settled();
    return { id, status: state.status };
  }
}
