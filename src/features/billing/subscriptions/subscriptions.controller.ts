import { Body, Delete, Get, Headers, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiQuery } from '@nestjs/swagger';
import { Readable } from 'node:stream';
import { Commands } from '../../../app/commands.ts';
import { narrowedTo } from '../../../app/reading/documents.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { AnswersPrices } from '../../../app/http/api-version.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { jsonIfAsked } from '../../../app/http/lists/csv.ts';
import { anyCurrency, anyId, anyOf, between, either, flag } from '../../../app/http/lists/filters.ts';
import { List, valuesOf, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { externalCustomerFilter } from '../customers/customers.queries.ts';
import { givenTrial } from '../trials.dto.ts';
import {
  CancelSubscription,
  ChangeSubscriptionProduct,
  RequestSubscription,
  RevokeSubscription,
  UncancelSubscription,
  WithdrawSubscriptionChange,
} from './subscription.commands.ts';
import { subscriptionProjection } from './subscription.projection.ts';
import {
  CANCELLATION_REASONS,
  Subscription,
  SubscriptionCreate,
  SubscriptionList,
  SubscriptionUpdate,
} from './subscriptions.dto.ts';
import { SubscriptionExport, SubscriptionPresenter, SubscriptionQueries } from './subscriptions.queries.ts';

export const subscriptionList: ListSpec = {
  sorting: {
    started_at: 'started_at',
    current_period_end: 'current_period_end',
    status: 'status',
    amount: 'amount',
    discount: 'discount_id',
    customer: 'customer',
    product: 'product',
  },
  defaultSorting: ['-started_at'],
  filters: {
    product_id: anyId('product_id'),
    customer_id: anyId('customer_id'),
    ...externalCustomerFilter,
    discount_id: anyId('discount_id'),
    active: flag('active'),
    status: anyOf('status', [
      'incomplete',
      'incomplete_expired',
      'trialing',
      'active',
      'past_due',
      'unpaid',
      'canceled',
    ]),
    cancel_at_period_end: flag('cancel_at_period_end'),
    ending: either({
      true: { and: [{ eq: ['cancel_at_period_end', true] }, { exists: ['ended_at', false] }] },
      false: { or: [{ eq: ['cancel_at_period_end', false] }, { exists: ['ended_at', true] }] },
    }),
    cancellation_reason: anyOf('customer_cancellation_reason', CANCELLATION_REASONS),
    recurring_interval: anyOf('recurring_interval', ['month', 'year']),
    currency: anyCurrency('currency'),
    ...between('started', 'started_at'),
    ...between('period_ends', 'current_period_end'),
    ...between('ended', 'ended_at'),
  },
  synonyms: { started_after: 'started_from', started_before: 'started_to' },
  search: true,
  metadata: true,
};

@AnswersPrices()
@AlsoImpersonated()
@BillingController('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly commands: Commands,
    private readonly subscriptions: SubscriptionQueries,
    private readonly exported: SubscriptionExport,
    private readonly presenter: SubscriptionPresenter,
  ) {}

  @Get()
  @Scopes('subscriptions:read', 'subscriptions:write')
  list(@List(subscriptionList) list: ListRequest, @CallerOf() caller: Caller): Promise<SubscriptionList> {
    return this.subscriptions.list(list, caller);
  }

  /** A CSV file; for whoever asks for JSON, as a JSON string. */
  @Get('export')
  @ApiProduces('application/json', 'text/csv')
  @ApiQuery({ name: 'organization_id', required: false, schema: { type: 'array', items: { type: 'string' } } })
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('subscriptions:read', 'subscriptions:write')
  export(
    @Query('organization_id') organizationId: string | string[] | undefined,
    @CallerOf() caller: Caller,
    @Headers('accept') accept?: string,
  ): StreamableFile {
    const wanted = organizationId === undefined ? undefined : valuesOf(organizationId);
    const parts = this.exported.parts(narrowedTo(wanted, caller));
    return jsonIfAsked(new StreamableFile(Readable.from(parts), { type: 'text/csv; charset=utf-8' }), accept);
  }

  @Get(':id')
  @Scopes('subscriptions:read', 'subscriptions:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Subscription> {
    return this.subscriptions.get(id, caller);
  }

  /** Answers once the first charge has; `incomplete` if it was declined or is pending. */
  @Post()
  @Answers(403, 409)
  @Scopes('subscriptions:write')
  create(@Body() body: SubscriptionCreate, @Ctx() context: Context): Promise<Subscription> {
    return this.answer(requestOf(body, context));
  }

  @Patch(':id')
  @Answers(400, 409, 410)
  @Scopes('subscriptions:write')
  update(@Id() id: string, @Body() body: SubscriptionUpdate, @Ctx() context: Context): Promise<Subscription> {
    return this.answer(updateOf(id, body, context));
  }

  @Delete(':id')
  @Answers(410)
  @Scopes('subscriptions:write')
  revoke(@Id() subscriptionId: string, @Ctx() context: Context): Promise<Subscription> {
    return this.answer(new RevokeSubscription({ subscriptionId, reason: null, comment: null }, context));
  }

  /** Not in the contract: withdraws the change of product that was to take effect with the next period. */
  @Delete(':id/pending-change')
  @Answers(400, 403)
  @Scopes('subscriptions:write')
  withdraw(@Id() subscriptionId: string, @Ctx() context: Context): Promise<Subscription> {
    return this.answer(new WithdrawSubscriptionChange({ subscriptionId }, context));
  }

  private async answer(command: ChangeOfSubscription): Promise<Subscription> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(subscriptionProjection, history)!);
  }
}

type ChangeOfSubscription =
  | RequestSubscription
  | WithdrawSubscriptionChange
  | ChangeSubscriptionProduct
  | CancelSubscription
  | UncancelSubscription
  | RevokeSubscription;

function requestOf(body: SubscriptionCreate, context: Context): RequestSubscription {
  const { customer_id: id, external_customer_id: externalId } = body;
  if (id != null && externalId != null)
    throw InvalidInput.at('body.external_customer_id', 'Name the customer by one id alone.');
  const customer = id != null ? { id: id.toLowerCase() } : externalId != null ? { externalId } : undefined;
  if (!customer) throw InvalidInput.at('body.customer_id', 'Field required', 'missing');
  const trial = givenTrial(body);
  const data = {
    subscriptionId: deriveUuid(context.requestId, 'subscription'),
    orderId: deriveUuid(context.requestId, 'order'),
    productId: body.product_id.toLowerCase(),
    customer,
    ...(trial !== undefined && { trial }),
    metadata: body.metadata ?? {},
  };
  return new RequestSubscription(data, context);
}

/** The shape of the body says which of the three changes is meant. */
function updateOf(subscriptionId: string, body: SubscriptionUpdate, context: Context): ChangeOfSubscription {
  if (body.product_id != null) {
    const productId = body.product_id.toLowerCase();
    const behavior = body.proration_behavior ?? null;
    return new ChangeSubscriptionProduct({ subscriptionId, productId, behavior }, context);
  }
  const { customer_cancellation_reason: reason = null, customer_cancellation_comment: comment = null } = body;
  const words = { subscriptionId, reason, comment };
  if (body.cancel_at_period_end === true) return new CancelSubscription(words, context);
  if (body.cancel_at_period_end === false) return new UncancelSubscription({ subscriptionId }, context);
  if (body.revoke === true) return new RevokeSubscription(words, context);
  throw InvalidInput.at('body.cancel_at_period_end', 'Field required', 'missing');
}
