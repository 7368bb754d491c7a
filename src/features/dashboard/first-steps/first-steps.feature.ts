import type { Feature } from '../../../app/feature.ts';
import { FirstStepsController } from './first-steps.controller.ts';
import { FirstStepsQueries } from './first-steps.queries.ts';

export const firstSteps: Feature = {
  controllers: [FirstStepsController],
  providers: [FirstStepsQueries],
};
