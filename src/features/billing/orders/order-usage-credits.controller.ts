import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { OrderUsageCredit } from './orders.dto.ts';
import { OrderUsageCredits } from './orders.queries.ts';

/** What was credited of an order for voided usage (docs/BILLING.md#voided-usage). */
@DashboardController('orders')
export class OrderUsageCreditsController {
  constructor(private readonly credits: OrderUsageCredits) {}

  @Get(':id/usage-credit')
  @Scopes('orders:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderUsageCredit> {
    return this.credits.of(id, caller);
  }
}
