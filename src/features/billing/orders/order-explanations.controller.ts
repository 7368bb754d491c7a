import { Get } from '@nestjs/common';
import { LedgerController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { OrderExplanations } from './order-explanations.service.ts';
import { OrderExplanation } from './orders.dto.ts';

@LedgerController('orders')
export class OrderExplanationsController {
  constructor(private readonly explanations: OrderExplanations) {}

  /** Every amount of an order, with the arithmetic and the events that made it. */
  @Get(':id/explanation')
  @Scopes('orders:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderExplanation> {
    return this.explanations.of(id, caller);
  }
}
