import { command, type IntentOf } from './command.ts';
import type { Decider } from './decider.ts';
import type { SkippedStep, StepSkipped } from './skipped-events.ts';

/** The skipped steps of one event: at most one per process manager. */
export function skippedStepStream(eventId: string): string {
  return `skippedstep-${eventId}`;
}

export class SkipStep extends command('SkipStep')<SkippedStep> {}

/** Its state: the process managers that skip the event. */
export const skipStepDecider: Decider<IntentOf<SkipStep>, readonly string[], StepSkipped> = {
  category: 'skippedstep',
  initial: [],
  decide({ data }, processes) {
    return processes.includes(data.process) ? [] : [{ type: 'StepSkipped', data }];
  },
  evolve: (processes, { data }) => [...processes, data.process],
};
