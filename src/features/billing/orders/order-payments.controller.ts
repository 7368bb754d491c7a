import { Get } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { OrderPaymentList } from './orders.dto.ts';
import { OrderPayments } from './orders.queries.ts';

/** How an order was paid, or why it was not. */
@DashboardController('orders')
export class OrderPaymentsController {
  constructor(private readonly payments: OrderPayments) {}

  @Get(':id/payments')
  @Scopes('orders:read')
  list(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderPaymentList> {
    return this.payments.of(id, caller);
  }
}
