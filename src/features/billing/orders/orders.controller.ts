import { Get, Headers, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import { AnswersOrders } from '../../../app/http/api-version.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { jsonIfAsked } from '../../../app/http/lists/csv.ts';
import { anyCurrency, anyId, anyOf, between } from '../../../app/http/lists/filters.ts';
import { Filters, List, type FilterRequest, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { OrderExport } from './order-export.service.ts';
import { Order, OrderList } from './orders.dto.ts';
import { BILLING_REASONS } from './order.events.ts';
import { OrderQueries } from './orders.queries.ts';

export const orderList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    amount: 'amount',
    net_amount: 'net_amount',
    discount: 'discount_id',
    subscription: 'subscription_id',
    customer: 'customer',
    product: 'product',
  },
  defaultSorting: ['-created_at'],
  filters: {
    product_id: anyId('product_id'),
    product_billing_type: anyOf('product_billing_type', ['one_time', 'recurring']),
    discount_id: anyId('discount_id'),
    customer_id: anyId('customer_id'),
    ...externalCustomerFilter,
    checkout_id: anyId('checkout_id'),
    subscription_id: anyId('subscription_id'),
    status: anyOf('status', ['pending', 'paid', 'partially_refunded', 'refunded', 'void']),
    billing_reason: anyOf('billing_reason', BILLING_REASONS),
    currency: anyCurrency('currency'),
    ...between('created', 'created_at'),
    ...between('paid', 'paid_at'),
  },
  synonyms: { created_after: 'created_from', created_before: 'created_to' },
  search: true,
  metadata: true,
};

@BillingController('orders')
export class OrdersController {
  constructor(
    private readonly orders: OrderQueries,
    private readonly exported: OrderExport,
  ) {}

  @Get()
  @AnswersOrders()
  @Scopes('orders:read')
  list(@List(orderList) list: ListRequest, @CallerOf() caller: Caller): Promise<OrderList> {
    return this.orders.list(list, caller);
  }

  /** The file of `/api/dashboard/orders/export`; for whoever asks for JSON, as a JSON string. */
  @Get('export')
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('orders:read')
  async export(
    @Filters(orderList) asked: FilterRequest,
    @CallerOf() caller: Caller,
    @Headers('accept') accept?: string,
  ): Promise<StreamableFile> {
    return jsonIfAsked(await this.exported.file(asked, caller), accept);
  }

  @Get(':id')
  @AnswersOrders()
  @Scopes('orders:read')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Order> {
    return this.orders.get(id, caller);
  }
}
