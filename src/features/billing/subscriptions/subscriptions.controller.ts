import { Body, Delete, Get, Patch, Query, StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiQuery } from '@nestjs/swagger';
import { Readable } from 'node:stream';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/caller.ts';
import { anyId, flag } from '../../../app/http/filters.ts';
import { List, valuesOf, type ListRequest, type ListSpec } from '../../../app/http/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Command, Context } from '../../../kernel/command.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Executed } from '../../../kernel/execute.ts';
import { project } from '../../../kernel/projection.ts';
import {
  CancelSubscription,
  ChangeSubscriptionProduct,
  RevokeSubscription,
  UncancelSubscription,
} from './subscription.commands.ts';
import { subscriptionProjection } from './subscription.projection.ts';
import { Subscription, SubscriptionList, SubscriptionUpdate } from './subscriptions.dto.ts';
import {
  ExportSubscriptions,
  GetSubscription,
  ListSubscriptions,
  SubscriptionPresenter,
} from './subscriptions.queries.ts';

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
    discount_id: anyId('discount_id'),
    active: flag('active'),
  },
  metadata: true,
};

@BillingController('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly presenter: SubscriptionPresenter,
  ) {}

  @Get()
  @Scopes('subscriptions:read', 'subscriptions:write')
  list(@List(subscriptionList) list: ListRequest, @CallerOf() caller: Caller): Promise<SubscriptionList> {
    return this.queries.execute(new ListSubscriptions(list, caller));
  }

  /** A CSV file as a JSON string, which is what the official client reads. */
  @Get('export')
  @ApiQuery({ name: 'organization_id', required: false, schema: { type: 'array', items: { type: 'string' } } })
  @ApiOkResponse({ schema: { type: 'string' } })
  @Scopes('subscriptions:read', 'subscriptions:write')
  async export(
    @Query('organization_id') organizationId: string | string[] | undefined,
    @CallerOf() caller: Caller,
  ): Promise<StreamableFile> {
    const wanted = organizationId === undefined ? undefined : valuesOf(organizationId);
    const csv = await this.queries.execute(new ExportSubscriptions(wanted, caller));
    return new StreamableFile(Readable.from(jsonString(csv)), { type: 'application/json; charset=utf-8' });
  }

  @Get(':id')
  @Scopes('subscriptions:read', 'subscriptions:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Subscription> {
    return this.queries.execute(new GetSubscription(id, caller));
  }

  @Patch(':id')
  @Answers(400, 410)
  @Scopes('subscriptions:write')
  update(
    @Id() id: string,
    @Body() body: SubscriptionUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Subscription> {
    return this.answer(updateOf(id, body, caller, context));
  }

  @Delete(':id')
  @Answers(410)
  @Scopes('subscriptions:write')
  revoke(@Id() subscriptionId: string, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Subscription> {
    const { organizationIds } = caller;
    const data = { subscriptionId, organizationIds, reason: null, comment: null };
    return this.answer(new RevokeSubscription(data, context));
  }

  private async answer(command: Command): Promise<Subscription> {
    const { events } = await this.commands.execute<Command, Executed<unknown, never>>(command);
    return this.presenter.present(project(subscriptionProjection, events)!);
  }
}

/** A text that comes in parts, as one JSON string. */
async function* jsonString(parts: AsyncIterable<string>): AsyncIterable<string> {
  yield '"';
  for await (const part of parts) yield JSON.stringify(part).slice(1, -1);
  yield '"';
}

/** The contract tells the three changes apart by their shape. */
function updateOf(
  subscriptionId: string,
  body: SubscriptionUpdate,
  { organizationIds }: Caller,
  context: Context,
): Command {
  if (body.product_id != null) {
    const productId = body.product_id.toLowerCase();
    return new ChangeSubscriptionProduct({ subscriptionId, organizationIds, productId }, context);
  }
  const { customer_cancellation_reason: reason = null, customer_cancellation_comment: comment = null } = body;
  const words = { subscriptionId, organizationIds, reason, comment };
  if (body.cancel_at_period_end === true) return new CancelSubscription(words, context);
  if (body.cancel_at_period_end === false)
    return new UncancelSubscription({ subscriptionId, organizationIds }, context);
  if (body.revoke === true) return new RevokeSubscription(words, context);
  throw InvalidInput.at('body.cancel_at_period_end', 'Field required', 'missing');
}
