import { Body, Get, HttpCode, Inject, Ip, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Public, Scopes, ShowsSecret } from '../../../app/http/api.ts';
import { AlsoImpersonated, demandThemselves } from '../../../app/http/callers/not-impersonated.ts';
import { AnswersPrices } from '../../../app/http/api-version.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { EventStreams } from '../../../app/http/sharing/event-streams.ts';
import { anyId, anyOf, between, search } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { VisitLimit } from '../../../app/http/callers/visit-limit.ts';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { addressOf } from '../address.ts';
import {
  ConfirmCheckout,
  CreateCheckout,
  EMPTY_CHECKOUT,
  UpdateCheckout,
  type DiscountRequest,
  type FilledIn,
  type Reselection,
} from './checkout.commands.ts';
import type { CheckoutTerms } from './checkout.events.ts';
import { CHECKOUT_SEARCH, checkoutProjection } from './checkout.projection.ts';
import {
  Checkout,
  CheckoutConfirm,
  CheckoutCreate,
  CheckoutCreatePublic,
  CheckoutList,
  CheckoutPublic,
  CheckoutPublicConfirmed,
  CheckoutUpdate,
  CheckoutUpdatePublic,
} from './checkouts.dto.ts';
import { CheckoutPresenter, CheckoutQueries, ClientCheckoutQueries } from './checkouts.queries.ts';
import { CheckoutStreams } from './checkout-streams.service.ts';
import { givenTrial } from '../trials.dto.ts';
import { ClientSecrets } from './client-secrets.service.ts';
import { CheckoutGuesses } from './checkout-guesses.service.ts';

const checkoutList: ListSpec = {
  sorting: { created_at: 'created_at', expires_at: 'expires_at', status: 'status' },
  defaultSorting: ['-created_at'],
  filters: {
    product_id: anyId('product_id'),
    customer_id: anyId('customer_id'),
    checkout_link_id: anyId('checkout_link_id'),
    ...externalCustomerFilter,
    status: anyOf('status', ['open', 'expired', 'confirmed', 'succeeded', 'failed']),
    query: search(...CHECKOUT_SEARCH),
    ...between('created', 'created_at'),
  },
};

@AnswersPrices()
@AlsoImpersonated()
@BillingController('checkouts')
export class CheckoutsController {
  constructor(
    private readonly commands: Commands,
    private readonly checkouts: CheckoutQueries,
    private readonly presenter: CheckoutPresenter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @Scopes('checkouts:read', 'checkouts:write')
  list(@List(checkoutList) list: ListRequest, @CallerOf() caller: Caller): Promise<CheckoutList> {
    return this.checkouts.list(list, caller);
  }

  @Post()
  @Scopes('checkouts:write')
  async create(@Body() body: CheckoutCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Checkout> {
    if (namesCustomer(body)) demandThemselves(caller);
    refuseHttpEmbedder(body, this.config);
    const checkoutId = deriveUuid(context.requestId, 'checkout');
    const { productId, priceId } = selected(body);
    const productIds = body.products?.map((id) => id.toLowerCase()) ?? [productId ?? []].flat();
    const about = {
      checkoutId,
      productIds,
      ...(priceId && { priceId }),
      customerId: body.customer_id?.toLowerCase() ?? null,
      customerExternalId: body.customer_external_id ?? null,
      subscriptionId: body.subscription_id?.toLowerCase() ?? null,
    };
    const data = { ...EMPTY_CHECKOUT, ...given(body), ...about, ...chosen(body), ...bySeller(body) };
    const { history } = await this.commands.execute(new CreateCheckout(data, context));
    return this.presenter.present(project(checkoutProjection, history)!);
  }

  @Get(':id')
  @Scopes('checkouts:read', 'checkouts:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Checkout> {
    return this.checkouts.get(id, caller);
  }

  @Patch(':id')
  @Answers(410)
  @Scopes('checkouts:write')
  async update(@Id() checkoutId: string, @Body() body: CheckoutUpdate, @Ctx() context: Context): Promise<Checkout> {
    refuseHttpEmbedder(body, this.config);
    const data = {
      checkoutId,
      by: 'seller' as const,
      ...selected(body),
      ...given(body),
      ...chosen(body),
      ...bySeller(body),
    };
    const { history } = await this.commands.execute(new UpdateCheckout(data, context));
    return this.presenter.present(project(checkoutProjection, history)!);
  }
}

/** The buyer's routes: the client secret proves the right to one checkout. */
@AnswersPrices()
@BillingController('checkouts/client')
export class ClientCheckoutsController {
  constructor(
    private readonly commands: Commands,
    private readonly checkouts: ClientCheckoutQueries,
    private readonly presenter: CheckoutPresenter,
    private readonly secrets: ClientSecrets,
    private readonly limit: VisitLimit,
    private readonly codes: CheckoutGuesses,
    private readonly streams: EventStreams,
    private readonly pages: CheckoutStreams,
  ) {}

  @Post()
  @Answers(429)
  @Public()
  async create(
    @Body() body: CheckoutCreatePublic,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<CheckoutPublic> {
    await this.limit.demand(address);
    const data = {
      ...EMPTY_CHECKOUT,
      checkoutId: deriveUuid(context.requestId, 'checkout'),
      productIds: [body.product_id.toLowerCase()],
      customerId: null,
      customerEmail: body.customer_email ?? null,
      customerIpAddress: address,
      subscriptionId: body.subscription_id?.toLowerCase() ?? null,
      openedBy: 'buyer' as const,
    };
    const { history } = await this.commands.execute(new CreateCheckout(data, proven(context)));
    return this.presenter.presentPublic(project(checkoutProjection, history)!);
  }

  @Get(':client_secret')
  @Answers(410)
  @Public()
  async get(@Param('client_secret') secret: string): Promise<CheckoutPublic> {
    return this.checkouts.get(this.checkoutOf(secret));
  }

  /** Server-sent events `{"key": "checkout.updated", "payload": {"status": "confirmed"}}`, the first of which tells how it stands. */
  @Get(':client_secret/stream')
  @Answers(410, 429, 503)
  @Public()
  @ApiOkResponse({ content: { 'text/event-stream': { schema: { type: 'string' } } } })
  async follow(
    @Param('client_secret') secret: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const checkoutId = this.checkoutOf(secret);
    const organizationId = await this.checkouts.organizationOf(checkoutId);
    this.streams.open(request, reply, { kind: 'checkout', holder: checkoutId, organizationId }, (sink) =>
      this.pages.follow(checkoutId, sink, () => this.checkouts.statusOf(checkoutId)),
    );
  }

  @Patch(':client_secret')
  @Answers(410, 429)
  @Public()
  async update(
    @Param('client_secret') secret: string,
    @Body() body: CheckoutUpdatePublic,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<CheckoutPublic> {
    const checkoutId = this.checkoutOf(secret);
    const data = { checkoutId, by: 'buyer' as const, ...selected(body), ...byBuyer(body) };
    const update = new UpdateCheckout(data, proven(context));
    const { history } = await this.codes.check(data, address, () => this.commands.execute(update));
    return this.presenter.presentPublic(project(checkoutProjection, history)!);
  }

  @Post(':client_secret/confirm')
  @Answers(400, 410, 429)
  @Public()
  @ShowsSecret()
  @HttpCode(200)
  async confirm(
    @Param('client_secret') secret: string,
    @Body() body: CheckoutConfirm,
    @Ctx() context: Context,
    @Ip() address: string,
  ): Promise<CheckoutPublicConfirmed> {
    const checkoutId = this.checkoutOf(secret);
    const confirmationToken = body.confirmation_token_id ?? null;
    const data = { checkoutId, confirmationToken, ...selected(body), ...byBuyer(body) };
    const confirm = new ConfirmCheckout(data, proven(context));
    const confirmed = await this.codes.check(data, address, () => this.commands.execute(confirm));
    const { history, customerSessionToken } = confirmed;
    return this.presenter.presentConfirmed(project(checkoutProjection, history)!, customerSessionToken);
  }

  private checkoutOf(secret: string): string {
    const checkoutId = this.secrets.checkoutOf(secret);
    if (checkoutId === undefined) throw new NotFound();
    return checkoutId;
  }
}

/** Whoever calls: the client secret has proved the right to this checkout, or what is on sale is for everyone. */
function proven(context: Context): Context {
  return { ...context, scope: 'any' };
}

/** Whether its confirm opens a session of a customer as a whole (docs/SECURITY.md#client-secrets). */
function namesCustomer({ customer_id, customer_external_id, subscription_id }: CheckoutCreate): boolean {
  return customer_id != null || customer_external_id != null || subscription_id != null;
}

/** Outside the sandbox, a page on http may not embed a checkout, not even one on this machine. */
function refuseHttpEmbedder({ embed_origin: origin }: CheckoutUpdate, { sandbox }: Config): void {
  if (sandbox === 'off' && origin?.startsWith('http:'))
    throw InvalidInput.at('body.embed_origin', 'The origin must start with https://', 'url_scheme');
}

function selected({ product_id, product_price_id }: CheckoutUpdatePublic): Reselection {
  return {
    ...(product_id != null && { productId: product_id.toLowerCase() }),
    ...(product_price_id != null && { priceId: product_price_id.toLowerCase() }),
  };
}

/** What both sellers and buyers choose. */
function chosen({ amount, custom_field_data: data }: CheckoutUpdatePublic) {
  return { ...(amount != null && { amount }), ...(data != null && { customFieldData: data }) };
}

/** Sellers set discounts by id, buyers by code. */
function bySeller({ discount_id: id }: CheckoutUpdate): Pick<DiscountRequest, 'discountId'> {
  return { ...(id !== undefined && { discountId: id && id.toLowerCase() }) };
}

function byBuyer(body: CheckoutUpdatePublic) {
  return { ...givenByBuyer(body), ...chosen(body), discountCode: body.discount_code };
}

function givenByBuyer(body: CheckoutUpdatePublic): Partial<FilledIn> {
  const { is_business_customer, customer_name, customer_email, customer_billing_name } = body;
  const { customer_billing_address: address, customer_tax_id } = body;
  return {
    ...(is_business_customer != null && { isBusinessCustomer: is_business_customer }),
    ...(customer_name !== undefined && { customerName: customer_name }),
    ...(customer_email !== undefined && { customerEmail: customer_email }),
    ...(customer_billing_name !== undefined && { customerBillingName: customer_billing_name }),
    ...(address !== undefined && { customerBillingAddress: address && addressOf(address) }),
    ...(customer_tax_id !== undefined && { customerTaxNumber: customer_tax_id }),
  };
}

function given(body: CheckoutUpdate): Partial<FilledIn> & Partial<CheckoutTerms> {
  const { metadata, allow_discount_codes, require_billing_address, customer_ip_address } = body;
  const { customer_metadata, success_url, embed_origin, allow_trial } = body;
  const trial = givenTrial(body);
  return {
    ...givenByBuyer(body),
    ...(metadata != null && { metadata }),
    ...(allow_discount_codes != null && { allowDiscountCodes: allow_discount_codes }),
    ...(require_billing_address != null && { requireBillingAddress: require_billing_address }),
    ...(allow_trial != null && { allowTrial: allow_trial }),
    ...(trial !== undefined && { trial }),
    ...(customer_ip_address !== undefined && { customerIpAddress: customer_ip_address }),
    ...(customer_metadata != null && { customerMetadata: customer_metadata }),
    ...(success_url !== undefined && { successUrl: success_url }),
    ...(embed_origin !== undefined && { embedOrigin: embed_origin }),
  };
}
