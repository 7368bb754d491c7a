import { Body, Delete, Get, HttpCode, Inject, Param, Patch, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Public, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { AnswersPrices } from '../../../app/http/api-version.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { anyId, search, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { redirect } from '../../../app/http/redirects.ts';
import { CallerOf, Ctx, queryOf } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { DomainError } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { CreateCheckoutLink, DeleteCheckoutLink, UpdateCheckoutLink, type Offer } from './checkout-link.commands.ts';
import { checkoutLinkProjection } from './checkout-link.projection.ts';
import { isOnlyLooking } from './checkout-link.rules.ts';
import { CheckoutLinkVisits } from './checkout-link-visits.service.ts';
import { CheckoutLink, CheckoutLinkCreate, CheckoutLinkList, CheckoutLinkUpdate } from './checkout-links.dto.ts';
import { CheckoutLinkPresenter, CheckoutLinkQueries } from './checkout-links.queries.ts';

/** Links that offer any of the given products. */
const ofProducts: Filter = {
  ...anyId('product_ids'),
  where: (values, name) => {
    anyId('product_ids').where(values, name);
    return [{ or: values.map((value): Where => ({ has: ['product_ids', value.toLowerCase()] })) }];
  },
};

export const checkoutLinkList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    label: 'label_lower',
    success_url: 'success_url',
    allow_discount_codes: 'allow_discount_codes',
  },
  defaultSorting: ['created_at'],
  filters: { product_id: ofProducts, query: search('label_lower') },
};

@AnswersPrices()
@AlsoImpersonated()
@BillingController('checkout-links')
export class CheckoutLinksController {
  constructor(
    private readonly commands: Commands,
    private readonly links: CheckoutLinkQueries,
    private readonly presenter: CheckoutLinkPresenter,
    private readonly visits: CheckoutLinkVisits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Scopes('checkout_links:read', 'checkout_links:write')
  list(@List(checkoutLinkList) list: ListRequest, @CallerOf() caller: Caller): Promise<CheckoutLinkList> {
    return this.links.list(list, caller);
  }

  @Post()
  @Scopes('checkout_links:write')
  create(@Body() body: CheckoutLinkCreate, @Ctx() context: Context): Promise<CheckoutLink> {
    const data = {
      checkoutLinkId: deriveUuid(context.requestId, 'checkout-link'),
      offer: offerOf(body),
      label: body.label ?? null,
      allowDiscountCodes: body.allow_discount_codes ?? true,
      requireBillingAddress: body.require_billing_address ?? false,
      discountId: body.discount_id?.toLowerCase() ?? null,
      successUrl: body.success_url ?? null,
      metadata: body.metadata ?? {},
    };
    return this.answer(new CreateCheckoutLink(data, context));
  }

  @Get(':id')
  @Scopes('checkout_links:read', 'checkout_links:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<CheckoutLink> {
    return this.links.get(id, caller);
  }

  @Patch(':id')
  @Scopes('checkout_links:write')
  update(
    @Id() checkoutLinkId: string,
    @Body() body: CheckoutLinkUpdate,
    @Ctx() context: Context,
  ): Promise<CheckoutLink> {
    const data = {
      checkoutLinkId,
      productIds: body.products?.map((id) => id.toLowerCase()),
      label: body.label,
      allowDiscountCodes: body.allow_discount_codes ?? undefined,
      requireBillingAddress: body.require_billing_address ?? undefined,
      discountId: body.discount_id?.toLowerCase() ?? body.discount_id,
      successUrl: body.success_url,
      metadata: body.metadata ?? undefined,
    };
    return this.answer(new UpdateCheckoutLink(data as UpdateCheckoutLink['data'], context));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('checkout_links:write')
  async delete(@Id() checkoutLinkId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteCheckoutLink({ checkoutLinkId }, context));
  }

  /** Creates a checkout and opens its page. `reference_id` and `utm_*` become its metadata, other parameters fill it in. */
  @Get(':client_secret/redirect')
  @Answers(204, 302, 410)
  @Public()
  async open(
    @Param('client_secret') secret: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Ctx() context: Context,
  ): Promise<void> {
    void reply.header('X-Robots-Tag', 'noindex').header('Referrer-Policy', 'same-origin');
    if (isOnlyLooking(request)) return void reply.status(204);
    try {
      redirect(reply, await this.visits.open(secret, queryOf(request), request.ip, context));
    } catch (error) {
      // A buyer in a browser gets a page that says so, a program the error.
      if (!isClosed(error) || !String(request.headers.accept ?? '').includes('text/html')) throw error;
      redirect(reply, `${this.config.baseUrl}/checkout/closed-link`);
    }
  }

  private async answer(command: CreateCheckoutLink | UpdateCheckoutLink): Promise<CheckoutLink> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(checkoutLinkProjection, history)!);
  }
}

function offerOf({ products, product_id, product_price_id }: CheckoutLinkCreate): Offer {
  const productIds = products ?? (product_id != null ? [product_id] : undefined);
  return productIds
    ? { productIds: productIds.map((id) => id.toLowerCase()) }
    : { priceId: product_price_id!.toLowerCase() };
}

/** Nothing can be bought here: no such link, nothing on sale, or a product that was archived at this moment. */
function isClosed(error: unknown): boolean {
  return error instanceof DomainError && [404, 410, 422].includes(error.status);
}
