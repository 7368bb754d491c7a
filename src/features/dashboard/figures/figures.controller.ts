import { Get } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Answers, DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { FIGURE_INTERVALS } from './figure.rules.ts';
import { Figures } from './figures.dto.ts';
import { FigureQueries } from './figures.queries.ts';
import { FiguresRequestOf, type FiguresRequest } from './figures.request.ts';

const DAY = { type: 'string', format: 'date' } as const;

/** The figures on an organization's Home, in its time zone (docs/BILLING.md#figures). */
@DashboardController('figures')
@Scopes('metrics:read')
export class FiguresController {
  constructor(private readonly figures: FigureQueries) {}

  @Get()
  @ApiQuery({ name: 'organization_id', schema: { type: 'string', format: 'uuid' } })
  @ApiQuery({ name: 'start_date', required: false, schema: DAY })
  @ApiQuery({ name: 'end_date', required: false, schema: DAY })
  @ApiQuery({ name: 'interval', required: false, enum: FIGURE_INTERVALS })
  @Answers(404)
  get(@FiguresRequestOf() request: FiguresRequest, @CallerOf() caller: Caller): Promise<Figures> {
    return this.figures.get(request, caller);
  }
}
