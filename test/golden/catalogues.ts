import { features } from '../../src/app.module.ts';
import { claimEvents } from '../../src/kernel/writing/claim.ts';
import { subjectEvents, type EventCatalogue } from '../../src/kernel/writing/events.ts';
import { skipEvents } from '../../src/kernel/writing/skipped-events.ts';

/** Every stored event: the kernel's and the features'. */
export const catalogues: readonly EventCatalogue[] = [
  claimEvents,
  subjectEvents,
  skipEvents,
  ...features.map(({ events }) => events ?? {}),
];
