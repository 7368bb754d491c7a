import { send, type ProcessManager } from '../../../../kernel/reacting/process.ts';
import { ServeMeterRevision } from '../../meters/meter.commands.ts';
import { isDefinition } from '../../meters/meter-revision.rules.ts';
import type { MeterEvent } from '../../meters/meter.events.ts';
import { RemeasureUsage, StartRemeasuring } from './remeasuring.commands.ts';
import type { RemeasuringEvent } from './remeasuring.events.ts';

type Defined = Extract<MeterEvent, { type: 'MeterCreated' | 'MeterUpdated' }>;

/** A new definition counts past usage in the background. One page of an organization at a time: ingesting and other organizations come first. */
export const remeasuringProcess: ProcessManager<Defined | RemeasuringEvent> = {
  name: 'usage-remeasuring',
  handles: ['MeterCreated', 'MeterUpdated', 'UsageRemeasuringStarted', 'UsageRemeasured', 'UsageRemeasuringEnded'],
  key: ({ data, stream }) => ('organizationId' in data ? data.organizationId : stream),

  react(event) {
    switch (event.type) {
      case 'MeterCreated':
      case 'MeterUpdated':
        return isDefinition(event) ? [send(StartRemeasuring, { meterId: event.data.meterId })] : [];
      case 'UsageRemeasuringStarted':
      case 'UsageRemeasured': {
        const { meterId, revision, look } = event.data;
        const from = event.type === 'UsageRemeasured' ? event.data.after : '';
        return [send(RemeasureUsage, { meterId, revision, look, from })];
      }
      case 'UsageRemeasuringEnded': {
        const { meterId, revision, look } = event.data;
        return look === 'first' ? [send(ServeMeterRevision, { meterId, revision })] : [];
      }
    }
  },
};
