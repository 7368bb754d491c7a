import { Module } from '@nestjs/common';
import type { Feature } from '../../../app/feature.ts';
import { MetersModule } from '../../billing/meters/meters.module.ts';
import { TaxModule } from '../../billing/tax/tax.module.ts';
import { LimitsController } from './limits.controller.ts';
import { LimitQueries } from './limits.queries.ts';

@Module({ imports: [MetersModule, TaxModule], controllers: [LimitsController], providers: [LimitQueries] })
export class LimitsModule {}

export const limits: Feature = { module: LimitsModule };
