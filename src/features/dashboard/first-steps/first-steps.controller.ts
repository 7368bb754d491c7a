import { Get, Query } from '@nestjs/common';
import { DashboardController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf } from '../../../app/http/request-state.ts';
import { FirstStepsDto, FirstStepsQuery } from './first-steps.dto.ts';
import { FirstStepsQueries } from './first-steps.queries.ts';

/** An organization's progress towards its first sale. */
@DashboardController('first-steps')
export class FirstStepsController {
  constructor(private readonly steps: FirstStepsQueries) {}

  @Get()
  @Scopes('orders:read')
  get(@Query() query: FirstStepsQuery, @CallerOf() caller: Caller): Promise<FirstStepsDto> {
    return this.steps.get(query, caller);
  }
}
