import { Module } from '@nestjs/common';
import { handlersOf } from '../../../app/commands.ts';
import type { Feature } from '../../../app/feature.ts';
import { CreateMeter, FreezeMeter, ServeMeterRevision, UpdateMeter } from './meter.commands.ts';
import { meterDecider } from './meter.decider.ts';
import { meterEvents, meterStream } from './meter.events.ts';
import { meterProjection, type MeterDocument } from './meter.projection.ts';
import { MetersController } from './meters.controller.ts';
import { MeterPresenter, MeterQueries, MeterReader } from './meters.queries.ts';

const handlers = handlersOf(
  meterDecider,
  ({ meterId }) => meterStream(meterId),
  CreateMeter,
  UpdateMeter,
  ServeMeterRevision,
  FreezeMeter,
);

@Module({
  controllers: [MetersController],
  providers: [MeterPresenter, MeterReader, MeterQueries, ...handlers],
  exports: [MeterPresenter, MeterReader],
})
export class MetersModule {}

export const meters: Feature = {
  module: MetersModule,
  events: meterEvents,
  deciders: [meterDecider],
  projections: [meterProjection],
  states: { meter: meterProjection },
  ledger: { entities: { meter: { projection: meterProjection, name: ({ name }: MeterDocument) => name } } },
};
