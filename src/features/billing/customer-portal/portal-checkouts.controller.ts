import { Body, Ip, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { CreateCheckout, EMPTY_CHECKOUT } from '../checkouts/checkout.commands.ts';
import { checkoutProjection } from '../checkouts/checkout.projection.ts';
import { CheckoutPresenter } from '../checkouts/checkouts.queries.ts';
import { PortalCheckout, PortalCheckoutCreate } from './portal.dto.ts';
import { PortalProducts } from './portal.queries.ts';

/** Not in the contract: a customer who is signed in buys again, and need not enter who they are. */
@BillingController('customer-portal/checkouts')
export class PortalCheckoutsController {
  constructor(
    private readonly commands: Commands,
    private readonly products: PortalProducts,
    private readonly presenter: CheckoutPresenter,
    private readonly limit: VisitLimit,
  ) {}

  /** 403 while they have a subscription and may have only one. */
  @Post()
  @Answers(429)
  @Scopes('customer_portal:write')
  async create(
    @Body() body: PortalCheckoutCreate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<PortalCheckout> {
    await this.limit.demand(address);
    const productId = body.product_id.toLowerCase();
    await this.products.demandOffered(productId, caller);
    const checkoutId = deriveUuid(context.requestId, 'checkout');
    const data = { ...EMPTY_CHECKOUT, checkoutId, productIds: [productId], customerId: caller.id };
    const { history } = await this.commands.execute(new CreateCheckout(data, context));
    const { url } = await this.presenter.present(project(checkoutProjection, history)!);
    return { url };
  }
}
