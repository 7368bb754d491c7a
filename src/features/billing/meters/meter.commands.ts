import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Metadata } from '../metadata.ts';
import type { MeterAggregation, MeterEvent, MeterFilter } from './meter.events.ts';

type Changed = Executed<unknown, MeterEvent>;

export class CreateMeter extends command('CreateMeter')<
  {
    meterId: string;
    organizationId: string;
    name: string;
    filter: MeterFilter;
    aggregation: MeterAggregation;
    metadata: Metadata;
  },
  Changed
> {}
/** Changes only the given fields. */
export class UpdateMeter extends command('UpdateMeter')<
  {
    meterId: string;
    name?: string;
    filter?: MeterFilter;
    aggregation?: MeterAggregation;
    metadata?: Metadata;
  },
  Changed
> {}
/** Its revision has counted all past usage. */
export class ServeMeterRevision extends command('ServeMeterRevision')<{ meterId: string; revision: number }, Changed> {}
/** What it measured is billed. */
export class FreezeMeter extends command('FreezeMeter')<{ meterId: string }, Changed> {}
