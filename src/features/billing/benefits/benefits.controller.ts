import { Body, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiOkResponse } from '@nestjs/swagger';
import { Commands } from '../../../app/commands.ts';
import { Answers, BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { anyOf, search } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { CreateBenefit, DeleteBenefit, UpdateBenefit } from './benefit.commands.ts';
import { benefitProjection } from './benefit.projection.ts';
import {
  type Benefit,
  BENEFIT_TYPES,
  BenefitCreate,
  BenefitList,
  BenefitUpdate,
  BENEFIT_MODELS,
  BENEFIT_SCHEMA,
} from './benefits.dto.ts';
import { BenefitPresenter, BenefitQueries } from './benefits.queries.ts';
import { BenefitTerms } from './benefit-terms.service.ts';

export const benefitList: ListSpec = {
  sorting: { created_at: 'created_at', description: 'description_lower' },
  defaultSorting: ['-created_at'],
  filters: { query: search('description_lower'), type: anyOf('type', BENEFIT_TYPES) },
};

@AlsoImpersonated()
@BillingController('benefits')
@ApiExtraModels(...BENEFIT_MODELS)
export class BenefitsController {
  constructor(
    private readonly commands: Commands,
    private readonly benefits: BenefitQueries,
    private readonly presenter: BenefitPresenter,
    private readonly terms: BenefitTerms,
  ) {}

  @Get()
  @Scopes('benefits:read', 'benefits:write')
  list(@List(benefitList) list: ListRequest, @CallerOf() caller: Caller): Promise<BenefitList> {
    return this.benefits.list(list, caller);
  }

  @Post()
  @Scopes('benefits:write')
  @ApiCreatedResponse({ schema: BENEFIT_SCHEMA })
  @Answers(503)
  async create(@Body() body: BenefitCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Benefit> {
    const [description, metadata] = [body.description, body.metadata ?? {}];
    const benefitId = deriveUuid(context.requestId, 'benefit');
    const organizationId = organizationOf(caller, body.organization_id);
    const properties = await this.terms.of(body.type, body.properties, { organizationId, caller });
    const data = { benefitId, organizationId, description, properties, metadata };
    return this.answer(new CreateBenefit(data, { ...context, organizationId }));
  }

  @Get(':id')
  @Scopes('benefits:read', 'benefits:write')
  @ApiOkResponse({ schema: BENEFIT_SCHEMA })
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Benefit> {
    return this.benefits.get(id, caller);
  }

  @Patch(':id')
  @Scopes('benefits:write')
  @Answers(503)
  @ApiOkResponse({ schema: BENEFIT_SCHEMA })
  async update(
    @Id() benefitId: string,
    @Body() body: BenefitUpdate,
    @CallerOf() caller: Caller,
    @Ctx() context: Context,
  ): Promise<Benefit> {
    // Neither ever changes, so that the read model may say them.
    const { type: known, organization_id: organizationId } = await this.benefits.get(benefitId, caller);
    const type = body.type ?? known;
    // Of another type they are refused as a whole.
    const given = body.properties && type === known ? body.properties : undefined;
    const data = {
      benefitId,
      type,
      description: body.description ?? undefined,
      properties: given && (await this.terms.of(type, given, { organizationId, caller })),
      metadata: body.metadata ?? undefined,
    };
    return this.answer(new UpdateBenefit(data, context));
  }

  @Delete(':id')
  @HttpCode(204)
  @Scopes('benefits:write')
  async delete(@Id() benefitId: string, @Ctx() context: Context): Promise<void> {
    await this.commands.execute(new DeleteBenefit({ benefitId }, context));
  }

  private async answer(command: CreateBenefit | UpdateBenefit): Promise<Benefit> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(benefitProjection, history)!);
  }
}
