import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyOf, between, byState, search } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { StreamDocuments } from '../../../app/reading/stream-documents.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { parseInstant, type Instant } from '../../../kernel/ports/clock.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { CreateDiscount, DeleteDiscount, UpdateDiscount } from './discount.commands.ts';
import { discountStream, type DiscountDuration, type DiscountValue } from './discount.events.ts';
import { discountProjection } from './discount.projection.ts';
import { Discount, DiscountCreate, DiscountList, DiscountUpdate } from './discounts.dto.ts';
import { DiscountPresenter, DiscountQueries } from './discounts.queries.ts';

/** Stands for conditions that depend on the time of the request; no document has it. */
const STATUS = 'status';
const STATUSES = ['active', 'scheduled', 'used_up', 'ended'] as const;

export const discountList: ListSpec = {
  sorting: {
    created_at: 'created_at',
    name: 'name_lower',
    code: 'code_lower',
    redemptions_count: 'redemptions_count',
  },
  defaultSorting: ['-created_at'],
  filters: {
    query: search('name_lower', 'code_lower'),
    type: anyOf('type', ['fixed', 'percentage']),
    duration: anyOf('duration', ['once', 'forever', 'repeating']),
    status: anyOf(STATUS, STATUSES),
    ...between('created', 'created_at'),
  },
  metadata: true,
};

@AlsoImpersonated()
@BillingController('discounts')
export class DiscountsController {
  constructor(
    private readonly commands: Commands,
    private readonly discounts: DiscountQueries,
    private readonly presenter: DiscountPresenter,
    private readonly streams: StreamDocuments,
  ) {}

  @Get()
  @Scopes('discounts:read', 'discounts:write')
  list(
    @List(discountList) list: ListRequest,
    @CallerOf() caller: Caller,
    @Ctx() { now }: Context,
  ): Promise<DiscountList> {
    const states = statesAt(now);
    return this.discounts.list({ ...list, where: list.where.map((where) => byState(where, STATUS, states)) }, caller);
  }

  @Post()
  @Scopes('discounts:write')
  create(@Body() body: DiscountCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Discount> {
    const organizationId = organizationOf(caller, body.organization_id);
    const data = {
      discountId: deriveUuid(context.requestId, 'discount'),
      organizationId,
      name: body.name,
      code: body.code ?? null,
      value: valueOf(body),
      duration: durationOf(body),
      startsAt: instantOf(body.starts_at) ?? null,
      endsAt: instantOf(body.ends_at) ?? null,
      maxRedemptions: body.max_redemptions ?? null,
      productIds: idsOf(body.products) ?? [],
      metadata: body.metadata ?? {},
    };
    return this.answer(new CreateDiscount(data, { ...context, organizationId }));
  }

  @Get(':id')
  @Scopes('discounts:read', 'discounts:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Discount> {
    return this.discounts.get(id, caller);
  }

  @Patch(':id')
  @Scopes('discounts:write')
  update(@Id() discountId: string, @Body() body: DiscountUpdate, @Ctx() context: Context): Promise<Discount> {
    const data = {
      discountId,
      name: body.name ?? undefined,
      code: body.code,
      type: body.type ?? undefined,
      amount: body.amount ?? undefined,
      currency: body.currency ?? undefined,
      basisPoints: body.basis_points ?? undefined,
      duration: body.duration ?? undefined,
      durationInMonths: body.duration_in_months ?? undefined,
      startsAt: instantOf(body.starts_at),
      endsAt: instantOf(body.ends_at),
      maxRedemptions: body.max_redemptions,
      productIds: idsOf(body.products),
      metadata: body.metadata ?? undefined,
    };
    return this.answer(new UpdateDiscount(data, context));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('discounts:write')
  async delete(@Id() discountId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteDiscount({ discountId }, context));
  }

  private async answer(command: CreateDiscount | UpdateDiscount): Promise<Discount> {
    const { history } = await this.commands.execute(command);
    const { discountId } = command.data;
    const document = await this.streams.after(discountProjection, discountId, discountStream(discountId), history);
    return this.presenter.present(document!);
  }
}

function statesAt(now: Instant): Record<(typeof STATUSES)[number], Where> {
  const unended: Where = { or: [{ exists: ['ends_at', false] }, { gte: ['ends_at', now] }] };
  const started: Where = { or: [{ exists: ['starts_at', false] }, { lte: ['starts_at', now] }] };
  return {
    active: { and: [started, unended, { eq: ['is_used_up', false] }] },
    scheduled: { gt: ['starts_at', now] },
    used_up: { and: [started, unended, { eq: ['is_used_up', true] }] },
    ended: { lt: ['ends_at', now] },
  };
}

function valueOf({ type, amount, currency, basis_points }: DiscountCreate): DiscountValue {
  return type === 'fixed'
    ? { type, amount: amount!, currency: currency ?? DEFAULT_CURRENCY }
    : { type, basisPoints: basis_points! };
}

function durationOf({ duration, duration_in_months }: DiscountCreate): DiscountDuration {
  return duration === 'repeating' ? { months: duration_in_months! } : duration;
}

/** undefined and null are kept apart: an update leaves the one and clears the other. */
function instantOf(text: string | null | undefined): Instant | null | undefined {
  return text == null ? text : parseInstant(text);
}

function idsOf(ids: readonly string[] | null | undefined): string[] | undefined {
  return ids?.map((id) => id.toLowerCase());
}
