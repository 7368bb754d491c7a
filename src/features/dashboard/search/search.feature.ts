import type { Feature } from '../../../app/feature.ts';
import { SearchController } from './search.controller.ts';
import { SearchLimit } from './search-limit.service.ts';
import { SearchPresenter } from './search.presenters.ts';
import { SearchQueries } from './search.queries.ts';

export const search: Feature = {
  controllers: [SearchController],
  providers: [SearchLimit, SearchPresenter, SearchQueries],
};
