import type { Feature } from '../../../app/feature.ts';
import { LiveSubscriptions } from './live-subscriptions.service.ts';
import { savedMethodsDecider } from './saved-method.decider.ts';
import { savedMethodEvents } from './saved-method.events.ts';
import { savedMethodsProcess } from './saved-method.process.ts';
import { savedMethodsProjection } from './saved-method.projection.ts';
import { savedMethodHandlers } from './saved-methods.handlers.ts';
import { SavedMethodReader } from './saved-methods.queries.ts';

export const savedMethods: Feature = {
  providers: [LiveSubscriptions, SavedMethodReader, ...savedMethodHandlers],
  events: savedMethodEvents,
  deciders: [savedMethodsDecider],
  projections: [savedMethodsProjection],
  processes: [savedMethodsProcess],
};
