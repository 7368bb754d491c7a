import type { Feature } from '../../../app/feature.ts';
import { CustomerStandingsController } from './customer-standings.controller.ts';
import { CustomerStandingQueries } from './customer-standings.queries.ts';

export const customerStandings: Feature = {
  controllers: [CustomerStandingsController],
  providers: [CustomerStandingQueries],
};
