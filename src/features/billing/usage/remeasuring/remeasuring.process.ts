import { reactingTo, send, type Step } from '../../../../kernel/reacting/process.ts';
import { ServeMeterRevision } from '../../meters/meter.commands.ts';
import { isDefinition } from '../../meters/meter-revision.rules.ts';
import type { MeterEvent } from '../../meters/meter.events.ts';
import { RemeasureUsage, StartRemeasuring } from './remeasuring.commands.ts';
import type { RemeasuringEvent } from './remeasuring.events.ts';

type Defined = Extract<MeterEvent, { type: 'MeterCreated' | 'MeterUpdated' }>;

/** A new definition counts past usage in the background. One page of an organization at a time: ingesting and other organizations come first. */
export const remeasuringProcess = reactingTo<MeterEvent | RemeasuringEvent>()({
  name: 'usage-remeasuring',
  key: ({ data, stream }) => ('organizationId' in data ? data.organizationId : stream),
  on: {
    MeterCreated: started,
    MeterUpdated: started,
    UsageRemeasuringStarted: ({ meterId, revision, look }) => [
      send(RemeasureUsage, { meterId, revision, look, from: '' }),
    ],
    UsageRemeasured: ({ meterId, revision, look, after }) => [
      send(RemeasureUsage, { meterId, revision, look, from: after }),
    ],
    UsageRemeasuringEnded: ({ meterId, revision, look }) =>
      look === 'first' ? [send(ServeMeterRevision, { meterId, revision })] : [],
  },
});

function started(_: unknown, event: Defined): Step[] {
  return isDefinition(event) ? [send(StartRemeasuring, { meterId: event.data.meterId })] : [];
}
