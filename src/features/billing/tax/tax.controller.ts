import { Body, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyOf, type Filter } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { documentsAfter } from './tax-rate.projection.ts';
import { normalState } from '../address.ts';
import { percentOf } from '../pricing/exact.ts';
import { AddTaxRate, ChangeTaxOrigin, EndTaxRate } from './tax-table.commands.ts';
import { appliesToBusinessesByDefault } from './tax-table.rules.ts';
import {
  TaxOrganizationQuery,
  TaxOrigin,
  TaxOriginUpdate,
  TaxPreview,
  TaxPreviewQuery,
  TaxRate,
  TaxRateCreate,
  TaxRateEnd,
  TaxRateList,
} from './tax.dto.ts';
import { TaxQueries, TaxRatePresenter, TaxRateQueries } from './tax.queries.ts';

/** Rates that have not ended on a day. */
const unended: Filter = {
  where(values) {
    const day = values.at(-1)!;
    if (!/^\d{4}-\d\d-\d\d$/.test(day))
      throw InvalidInput.at('query.unended_on', 'Input should be a valid date', 'date_parsing');
    return [{ or: [{ exists: ['ends_on', false] }, { gt: ['ends_on', day] }] }];
  },
  schema: { type: 'string', format: 'date', example: '2026-01-31' },
};

export const taxRateList: ListSpec = {
  sorting: { place: 'place', name: 'name_lower', starts_on: 'starts_on' },
  defaultSorting: ['place'],
  filters: { country: anyOf('country'), unended_on: unended },
};

/** The table that an organization's sales are taxed by (docs/BILLING.md#tax). */
@AlsoImpersonated()
@DashboardController('tax-rates')
export class TaxRatesController {
  constructor(
    private readonly commands: Commands,
    private readonly rates: TaxRateQueries,
    private readonly presenter: TaxRatePresenter,
  ) {}

  @Get()
  @Scopes('organizations:read', 'organizations:write')
  list(@List(taxRateList) list: ListRequest, @CallerOf() caller: Caller): Promise<TaxRateList> {
    return this.rates.list(list, caller);
  }

  @Post()
  @Scopes('organizations:write')
  add(@Body() body: TaxRateCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<TaxRate> {
    const organizationId = organizationOf(caller, body.organization_id);
    const { country, name } = body;
    const data = {
      taxRateId: deriveUuid(context.requestId, 'tax-rate'),
      organizationId,
      country,
      state: body.state ? normalState(body.state, country)! : null,
      name,
      percent: percentOf(body.percent)!,
      appliesToBusinesses: body.applies_to_businesses ?? appliesToBusinessesByDefault(country),
      startsOn: body.starts_on ?? undefined,
    };
    return this.answer(new AddTaxRate(data, { ...context, organizationId }));
  }

  @Post(':id/end')
  @HttpCode(200)
  @Answers(404)
  @Scopes('organizations:write')
  end(
    @Id() taxRateId: string,
    @Body() body: TaxRateEnd,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<TaxRate> {
    const organizationId = organizationOf(caller, body.organization_id);
    const data = { taxRateId, organizationId, endsOn: body.ends_on ?? undefined };
    return this.answer(new EndTaxRate(data, { ...context, organizationId }));
  }

  private async answer(command: AddTaxRate | EndTaxRate): Promise<TaxRate> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(documentsAfter(history).get(command.data.taxRateId)!);
  }
}

/** Where the seller is, and what a buyer would pay. */
@AlsoImpersonated()
@DashboardController('tax')
export class TaxController {
  constructor(
    private readonly commands: Commands,
    private readonly tax: TaxQueries,
  ) {}

  @Get('origin')
  @Answers(404)
  @Scopes('organizations:read', 'organizations:write')
  origin(@Query() query: TaxOrganizationQuery, @CallerOf() caller: Caller): Promise<TaxOrigin> {
    return this.tax.origin(query.organization_id, caller);
  }

  @Put('origin')
  @Scopes('organizations:write')
  async changeOrigin(
    @Body() { country, organization_id }: TaxOriginUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<TaxOrigin> {
    const organizationId = organizationOf(caller, organization_id);
    await this.commands.execute(new ChangeTaxOrigin({ organizationId, country }, { ...context, organizationId }));
    return { country };
  }

  @Get('preview')
  @Answers(404)
  @Scopes('organizations:read', 'organizations:write')
  preview(@Query() query: TaxPreviewQuery, @CallerOf() caller: Caller): Promise<TaxPreview> {
    return this.tax.preview(query, caller);
  }
}
