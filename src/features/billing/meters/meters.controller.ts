import { Body, Get, Patch, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import { AlsoImpersonated } from '../../../app/http/callers/not-impersonated.ts';
import { organizationOf, type Caller } from '../../../app/http/callers/caller.ts';
import { search } from '../../../app/http/lists/filters.ts';
import { List, type ListRequest, type ListSpec } from '../../../app/http/lists/list.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import { InvalidInput } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { CreateMeter, UpdateMeter } from './meter.commands.ts';
import { MeterReading } from './meter-filter.rules.ts';
import { meterProjection } from './meter.projection.ts';
import { Meter, MeterCreate, MeterList, MeterUpdate } from './meters.dto.ts';
import { MeterPresenter, MeterQueries } from './meters.queries.ts';

export const meterList: ListSpec = {
  sorting: { created_at: 'created_at', name: 'name_lower' },
  defaultSorting: ['name'],
  filters: { query: search('name_lower') },
  metadata: true,
};

@AlsoImpersonated()
@BillingController('meters')
export class MetersController {
  constructor(
    private readonly commands: Commands,
    private readonly meters: MeterQueries,
    private readonly presenter: MeterPresenter,
  ) {}

  @Get()
  @Scopes('meters:read', 'meters:write')
  list(@List(meterList) list: ListRequest, @CallerOf() caller: Caller): Promise<MeterList> {
    return this.meters.list(list, caller);
  }

  @Post()
  @Scopes('meters:write')
  create(@Body() body: MeterCreate, @CallerOf() caller: Caller, @Ctx() context: Context): Promise<Meter> {
    const measured = measuredBy((reading) => ({
      filter: reading.filter(body.filter),
      aggregation: reading.aggregation(body.aggregation),
    }));
    const organizationId = organizationOf(caller, body.organization_id);
    const meterId = deriveUuid(context.requestId, 'meter');
    const data = { meterId, organizationId, name: body.name, ...measured, metadata: body.metadata ?? {} };
    return this.answer(new CreateMeter(data, { ...context, organizationId }));
  }

  @Get(':id')
  @Scopes('meters:read', 'meters:write')
  get(@Id() id: string, @CallerOf() caller: Caller): Promise<Meter> {
    return this.meters.get(id, caller);
  }

  @Patch(':id')
  @Scopes('meters:write')
  update(@Id() meterId: string, @Body() body: MeterUpdate, @Ctx() context: Context): Promise<Meter> {
    const { name, filter, aggregation, metadata } = body;
    const measured = measuredBy((reading) => ({
      ...(filter && { filter: reading.filter(filter) }),
      ...(aggregation && { aggregation: reading.aggregation(aggregation) }),
    }));
    const data = { meterId, name: name ?? undefined, ...measured, metadata: metadata ?? undefined };
    return this.answer(new UpdateMeter(data, context));
  }

  private async answer(command: CreateMeter | UpdateMeter): Promise<Meter> {
    const { history } = await this.commands.execute(command);
    return this.presenter.present(project(meterProjection, history)!);
  }
}

/** @throws InvalidInput with everything that is wrong with filter and aggregation */
function measuredBy<T>(read: (reading: MeterReading) => T): T {
  const reading = new MeterReading();
  const measured = read(reading);
  if (reading.errors.length > 0) throw new InvalidInput(reading.errors);
  return measured;
}
