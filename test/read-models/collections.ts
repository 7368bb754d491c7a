import { features } from '../../src/app.module.ts';
import { projectionsOf } from '../../src/app/operator/projections.ts';
import { attemptCollection } from '../../src/features/delivery/webhooks/sending/webhook-attempts.projection.ts';

/** Every collection of documents: what projections fold, and what workers write. */
export const collections = [...projectionsOf(features), attemptCollection];
