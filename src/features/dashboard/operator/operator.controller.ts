import { Body, Get, Post } from '@nestjs/common';
import { Administrators, Answers, LedgerController } from '../../../app/http/api.ts';
import { Ctx } from '../../../app/http/request-state.ts';
import { Id } from '../../../app/http/validation.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import {
  OperatorDeliveries,
  OperatorDueItems,
  OperatorGrantReviews,
  OperatorRunAnswer,
  OperatorRunList,
  OperatorRunRequest,
  OperatorSeals,
  OperatorState,
  OperatorSteps,
  OperatorWork,
} from './operator.dto.ts';
import { OperatorBacklogQueries } from './operator-backlog.queries.ts';
import { OperatorRunQueries } from './operator-runs.queries.ts';
import { OperatorStateQueries } from './operator-state.queries.ts';

/** What operators see and do, for administrators of the installation (docs/OPERATING.md#the-operators-page). */
@LedgerController('operator')
@Administrators()
export class OperatorController {
  constructor(
    private readonly state: OperatorStateQueries,
    private readonly backlog: OperatorBacklogQueries,
    private readonly runs: OperatorRunQueries,
  ) {}

  @Get('state')
  getState(): Promise<OperatorState> {
    return this.state.get();
  }

  @Get('steps')
  steps(): Promise<OperatorSteps> {
    return this.backlog.steps();
  }

  @Get('work')
  work(): Promise<OperatorWork> {
    return this.backlog.work();
  }

  @Get('due-items')
  dueItems(): Promise<OperatorDueItems> {
    return this.backlog.dueItems();
  }

  @Get('deliveries')
  deliveries(): Promise<OperatorDeliveries> {
    return this.backlog.deliveries();
  }

  @Get('grant-reviews')
  grantReviews(): Promise<OperatorGrantReviews> {
    return this.backlog.grantReviews();
  }

  @Get('seals')
  seals(): Promise<OperatorSeals> {
    return this.state.seals();
  }

  @Get('runs')
  listRuns(): Promise<OperatorRunList> {
    return this.runs.list();
  }

  @Get('runs/:id')
  getRun(@Id() id: string): Promise<OperatorRunAnswer> {
    return this.runs.get(id);
  }

  /** Waits two seconds for its end; then `GET runs/{id}` shows how far it is. */
  @Post('runs')
  @Answers(404)
  start(@Body() request: OperatorRunRequest, @Ctx() context: Context): Promise<OperatorRunAnswer> {
    return this.runs.start(request, context);
  }
}
