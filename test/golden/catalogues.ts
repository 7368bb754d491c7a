import { features } from '../../src/app.module.ts';
import { claimEvents } from '../../src/kernel/claim.ts';
import { subjectEvents, type EventCatalogue } from '../../src/kernel/events.ts';

/** Every event that is stored: the kernel's and the features'. */
export const catalogues: readonly EventCatalogue[] = [
  claimEvents,
  subjectEvents,
  ...features.map(({ events }) => events ?? {}),
];
