import type { Feature } from '../../../app/feature.ts';
import { LimitsController } from './limits.controller.ts';
import { LimitQueries } from './limits.queries.ts';

export const limits: Feature = {
  controllers: [LimitsController],
  providers: [LimitQueries],
};
