import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { OrderPreviewer } from '../orders/order-previews.service.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalPreviewRequest, PortalPreviews } from './portal.dto.ts';
import { PortalProducts, PortalSubscriptions } from './portal.queries.ts';

/** Not in the contract: what a customer's subscription would be charged. It shows their balance, and a tax that depends on their address. */
@BillingController('customer-portal/subscriptions')
export class PortalPreviewsController {
  constructor(
    private readonly subscriptions: PortalSubscriptions,
    private readonly customers: PortalCustomers,
    private readonly products: PortalProducts,
    private readonly previews: OrderPreviewer,
  ) {}

  /** The next order. */
  @Get(':id/preview')
  @Scopes('customer_portal:read', 'customer_portal:write')
  async next(@Id() id: string, @CallerOf() caller: Caller): Promise<PortalPreviews> {
    await this.subscriptions.demand(id, caller);
    return this.previews.next(id, caller);
  }

  /** What a change of product would cost now and with the next order; changes nothing. */
  @Post(':id/preview')
  @HttpCode(200)
  @Answers(409)
  @Scopes('customer_portal:read', 'customer_portal:write')
  async change(
    @Id() id: string,
    @Body() { product_id }: PortalPreviewRequest,
    @CallerOf() caller: Caller,
    @Ctx() { now }: Context,
  ): Promise<PortalPreviews> {
    const subscription = await this.subscriptions.demand(id, caller);
    await this.customers.demandUpdates(caller);
    const productId = product_id.toLowerCase();
    await this.products.demandChoice(productId, subscription, caller);
    return this.previews.change(id, { productId, behavior: null }, caller, now);
  }
}
