import { Get, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { LedgerController, Scopes } from '../../../../app/http/api.ts';
import type { Caller } from '../../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../../app/http/request-state.ts';
import { Id } from '../../../../app/http/validation.ts';
import { OrderExplanations } from './order-explanations.service.ts';
import { MeteredLines } from '../metered-lines.service.ts';
import { MeteredLineUsage, OrderExplanation } from '../orders.dto.ts';

@LedgerController('orders')
export class OrderExplanationsController {
  constructor(
    private readonly explanations: OrderExplanations,
    private readonly lines: MeteredLines,
  ) {}

  /** Every amount of an order, with the arithmetic and the events that made it. */
  @Get(':id/explanation')
  @Scopes('orders:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderExplanation> {
    return this.explanations.of(id, caller);
  }

  /** What a metered line was computed from: its windows, the sum by day, and the usage events. */
  @Get(':id/lines/:line_id/usage')
  @Scopes('orders:read')
  usage(@Id() id: string, @Id('line_id') lineId: string, @CallerOf() caller: Caller): Promise<MeteredLineUsage> {
    return this.lines.usageOf(id, lineId, caller);
  }

  /** All of its rows; their values add up to the line. */
  @Get(':id/lines/:line_id/usage.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('orders:read')
  csv(@Id() id: string, @Id('line_id') lineId: string, @CallerOf() caller: Caller): Promise<StreamableFile> {
    return this.lines.csv(id, lineId, caller);
  }
}
