import type { Feature } from '../../../app/feature.ts';
import { meterDecider } from './meter.decider.ts';
import { meterEvents } from './meter.events.ts';
import { meterProjection, type MeterDocument } from './meter.projection.ts';
import { MetersController } from './meters.controller.ts';
import { meterHandlers } from './meters.handlers.ts';
import { MeterPresenter, MeterQueries, MeterReader } from './meters.queries.ts';

export const meters: Feature = {
  controllers: [MetersController],
  providers: [MeterPresenter, MeterReader, MeterQueries, ...meterHandlers],
  events: meterEvents,
  deciders: [meterDecider],
  projections: [meterProjection],
  states: { meter: meterProjection },
  ledger: { entities: { meter: { projection: meterProjection, name: ({ name }: MeterDocument) => name } } },
};
