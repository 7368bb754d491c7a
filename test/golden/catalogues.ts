import { features } from '../../src/app.module.ts';
import { claimEvents } from '../../src/kernel/claim.ts';
import { subjectEvents, type EventCatalogue } from '../../src/kernel/events.ts';
import { skipEvents } from '../../src/kernel/skipping.ts';

/** Every event that is stored: the kernel's and the features'. */
export const catalogues: readonly EventCatalogue[] = [
  claimEvents,
  subjectEvents,
  skipEvents,
  ...features.map(({ events }) => events ?? {}),
];
