import { Get } from '@nestjs/common';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyCurrency, anyId, anyOf, between } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { Payment, PaymentList } from './payments.dto.ts';
import { PaymentQueries } from './payments.queries.ts';

export const paymentList: ListSpec = {
  sorting: { created_at: 'created_at', status: 'wire_status', amount: 'amount', method: 'method' },
  defaultSorting: ['-created_at'],
  filters: {
    checkout_id: anyId('checkout_id'),
    order_id: anyId('order_id'),
    status: anyOf('wire_status', ['pending', 'succeeded', 'failed']),
    method: anyOf('method'),
    customer_email: anyOf('customer_email'),
    customer_id: anyId('customer_id'),
    currency: anyCurrency('currency'),
    ...between('created', 'created_at'),
  },
  search: true,
};

@BillingController('payments')
export class PaymentsController {
  constructor(private readonly payments: PaymentQueries) {}

  @Get()
  @Scopes('payments:read')
  list(@List(paymentList) list: ListRequest, @CallerOf() caller: Caller): Promise<PaymentList> {
    return this.payments.list(list, caller);
  }

  @Get(':id')
  @Scopes('payments:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Payment> {
    return this.payments.get(id, caller);
  }
}
