import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { OrderPreviewer } from './order-previews.service.ts';
import { OrderPreviews, SubscriptionPreviewRequest } from './orders.dto.ts';

/** Not in the contract: what a subscription would be charged. */
@AlsoImpersonated()
@BillingController('subscriptions')
export class OrderPreviewsController {
  constructor(private readonly previews: OrderPreviewer) {}

  /** The next order. */
  @Get(':id/preview')
  @Scopes('subscriptions:read', 'subscriptions:write')
  next(@Id() id: string, @CallerOf() caller: Caller): Promise<OrderPreviews> {
    return this.previews.next(id, caller);
  }

  /** What a change of product would cost now and with the next order; changes nothing. */
  @Post(':id/preview')
  @HttpCode(200)
  @Answers(409)
  @Scopes('subscriptions:read', 'subscriptions:write')
  change(
    @Id() id: string,
    @Body() { product_id, proration_behavior: behavior = null }: SubscriptionPreviewRequest,
    @CallerOf() caller: Caller,
    @Ctx() { now }: Context,
  ): Promise<OrderPreviews> {
    return this.previews.change(id, { productId: product_id.toLowerCase(), behavior }, caller, now);
  }
}
