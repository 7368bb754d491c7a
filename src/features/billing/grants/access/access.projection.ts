import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import { typesOf } from '../../../../kernel/writing/events.ts';
import { accessEvents, type AccessEvent, type LinkedAccess } from './access.events.ts';
import { accessAfter, hasFailed, nextIn, NO_ACCESS, type HeldAccess } from './held-access.rules.ts';

/** What a customer may have outside Tillbook by a benefit, under the ids of both. */
export interface AccessDocument extends Document {
  organization_id: string;
  customer_id: string;
  benefit_id: string;
  wanted: LinkedAccess | null;
  held: readonly HeldAccess[];
  /** When a platform is to be called, by machine time; null if it is not. */
  next_attempt_at: Instant | null;
  /** Why the last call failed; null if it did not. */
  message: string | null;
  /** Whether a platform is not called any more, although not all is done, and not the customer has to help. */
  is_parked: boolean;
  modified_at: Instant;
}

/** Of the events of the streams of grants. */
export const accessProjection: Projection<AccessDocument, AccessEvent> = {
  name: 'benefit_accesses',
  version: 1,
  indexes: [['next_attempt_at'], ['customer_id'], ['is_parked', 'modified_at'], ['organization_id', 'is_parked']],
  handles: typesOf(accessEvents),
  targets: ({ data }) => [accessIdOf(data.customerId, data.benefitId)],

  evolve(document, event, id) {
    const state = accessAfter(document ?? NO_ACCESS, event);
    if (!state.wanted && state.held.length === 0) return undefined;
    const { organizationId, customerId, benefitId } = event.data;
    return {
      id,
      organization_id: organizationId,
      customer_id: customerId,
      benefit_id: benefitId,
      wanted: state.wanted,
      held: state.held,
      next_attempt_at: nextIn(state)?.next.nextAttemptAt ?? null,
      message: event.type === 'BenefitAccessFailed' ? event.data.message : null,
      is_parked: state.held.some((one) => hasFailed(one) && one.reason !== 'action_required'),
      modified_at: event.metadata.occurredAt,
    };
  },
};

/** Of a document, and of the work on it. */
export function accessIdOf(customerId: string, benefitId: string): string {
  return `${customerId}_${benefitId}`;
}
