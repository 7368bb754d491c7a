import type { Feature } from '../../../app/feature.ts';
import { ChangeFeed } from './change-feed.service.ts';
import { ChangesController } from './changes.controller.ts';

export const changes: Feature = {
  controllers: [ChangesController],
  providers: [ChangeFeed],
};
