import { addSeconds } from '../../../../kernel/ports/clock.ts';
import { idOf } from '../../../../kernel/ports/event-store.ts';
import type { DueSource } from '../../../../kernel/reacting/due.ts';
import { LookAgain } from './remeasuring.commands.ts';
import type { RemeasuringEvent } from './remeasuring.events.ts';

/** No call takes that long. */
const IN_WORK_SECONDS = 60;

/** Calls that were in work when a meter was defined may have measured by what it was before: their usage is looked at once more. */
export const lookAgainDue: DueSource<RemeasuringEvent> = {
  kind: 'look-again',
  handles: ['UsageRemeasuringStarted', 'UsageRemeasuringEnded'],
  dueAfter: ({ type, data, stream, metadata }) => ({
    entity: idOf(stream),
    dueAt:
      type === 'UsageRemeasuringEnded' && data.look === 'first'
        ? addSeconds(metadata.occurredAt, IN_WORK_SECONDS)
        : null,
  }),
  command: LookAgain,
};
