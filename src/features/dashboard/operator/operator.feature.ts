import type { Feature } from '../../../app/feature.ts';
import { OperatorController } from './operator.controller.ts';
import { OperatorBacklogQueries } from './operator-backlog.queries.ts';
import { OperatorRunQueries } from './operator-runs.queries.ts';
import { OperatorStateQueries } from './operator-state.queries.ts';

export const operator: Feature = {
  controllers: [OperatorController],
  providers: [OperatorStateQueries, OperatorBacklogQueries, OperatorRunQueries],
};
