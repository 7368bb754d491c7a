import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { FirstStepsController } from './first-steps.controller.ts';
import { FirstStepsQueries } from './first-steps.queries.ts';

@Module({ controllers: [FirstStepsController], providers: [FirstStepsQueries] })
export class FirstStepsModule {}

export const firstSteps: Feature = { module: FirstStepsModule };
