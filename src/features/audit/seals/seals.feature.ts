import type { Feature } from '../../../app/feature.ts';
import { sealEvents } from './seal.events.ts';
import { SealActions } from './seal-actions.service.ts';
import { Seals } from './seals.ts';
import { SealQueries } from './seals.queries.ts';
import { sealDecider } from './seal.decider.ts';

/** Seals cover the whole log and belong to no organization. */
export const seals: Feature = {
  providers: [Seals, SealActions, SealQueries],
  events: sealEvents,
  deciders: [sealDecider],
};
