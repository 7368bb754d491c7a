import type { Feature } from '../../../app/feature.ts';
import { AttentionController } from './attention.controller.ts';
import { AttentionQueries } from './attention.queries.ts';

export const attention: Feature = {
  controllers: [AttentionController],
  providers: [AttentionQueries],
};
