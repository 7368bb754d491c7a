import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { ChangeFeed } from './change-feed.service.ts';
import { ChangesController } from './changes.controller.ts';

@Module({ controllers: [ChangesController], providers: [ChangeFeed] })
export class ChangesModule {}

export const changes: Feature = { module: ChangesModule };
