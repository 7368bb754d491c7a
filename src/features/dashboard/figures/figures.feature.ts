import type { Feature } from '../../../app/feature.ts';
import { FiguresController } from './figures.controller.ts';
import { FigureQueries } from './figures.queries.ts';

export const figures: Feature = {
  controllers: [FiguresController],
  providers: [FigureQueries],
};
