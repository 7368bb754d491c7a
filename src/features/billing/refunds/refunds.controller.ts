import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { StatusSince } from '../../../app/http/api-version.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, anyOf, either } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { RequestRefund } from './refund.commands.ts';
import { refundProjection } from './refund.projection.ts';
import { Refund, REFUND_STATUSES, RefundCreate, RefundList } from './refunds.dto.ts';
import { RefundPresenter, RefundQueries } from './refunds.queries.ts';

export const refundList: ListSpec = {
  sorting: { created_at: 'created_at', amount: 'amount' },
  defaultSorting: ['-created_at'],
  filters: {
    id: anyId('id'),
    order_id: anyId('order_id'),
    subscription_id: anyId('subscription_id'),
    customer_id: anyId('customer_id'),
    ...externalCustomerFilter,
    // The contract's server does not filter by `false`.
    succeeded: either({ true: { eq: ['status', 'succeeded'] }, false: { and: [] } }),
    status: anyOf('status', REFUND_STATUSES),
  },
};

@AlsoImpersonated()
@BillingController('refunds')
export class RefundsController {
  constructor(
    private readonly commands: Commands,
    private readonly refunds: RefundQueries,
    private readonly presenter: RefundPresenter,
  ) {}

  @Get()
  @Scopes('refunds:read', 'refunds:write')
  list(@List(refundList) list: ListRequest, @CallerOf() caller: Caller): Promise<RefundList> {
    return this.refunds.list(list, caller);
  }

  /** Answers once the processor has; `pending` if it has not settled the refund yet. */
  @Post()
  @HttpCode(200)
  @StatusSince('0.43', 201)
  @Answers(400, 403, 404, 409)
  @Scopes('refunds:write')
  async create(@Body() body: RefundCreate, @Ctx() context: Context): Promise<Refund> {
    const refundId = deriveUuid(context.requestId, 'refund');
    const { reason, amount, comment = null, revoke_benefits: revokeBenefits = false, metadata = {} } = body;
    const orderId = body.order_id.toLowerCase();
    const data = { refundId, orderId, amount, reason, comment, revokeBenefits, metadata };
    const { history } = await this.commands.execute(new RequestRefund(data, context));
    const own = history.events.filter((event) => event.data.refundId === refundId);
    return this.presenter.present(project(refundProjection, own)!);
  }
}
