import type { Instant } from '../../../../kernel/ports/clock.ts';
import { event, type EventsOf } from '../../../../kernel/writing/events.ts';
import type { RemoteAccess } from '../../remote-access/remote-access.rules.ts';

/** Access outside Tillbook by one of the customer's linked accounts. */
export interface LinkedAccess {
  access: RemoteAccess;
  linkId: string;
}

/** Who can help: the customer, nobody but time, the seller. */
export type FailureReason = 'action_required' | 'transient' | 'refused';

/** Of all grants of a stream: however many purchases give the benefit, the customer has it once. */
interface AboutAccess {
  organizationId: string;
  customerId: string;
  benefitId: string;
}

/** Events of `grants-{customerId}_{benefitId}`, like those of its grants. */
export const accessEvents = {
  /** From now on, null: none. Written before the platform is called, and again to have it called again. `at`: machine time. */
  BenefitAccessWanted: event<AboutAccess & { wanted: LinkedAccess | null; at: Instant }>({ internal: true }),
  BenefitAccessGiven: event<AboutAccess & LinkedAccess>(),
  BenefitAccessTaken: event<AboutAccess & LinkedAccess>(),
  /** Giving or taking it failed so many times. `nextAttemptAt`: machine time; null if it is not attempted again. */
  BenefitAccessFailed: event<
    AboutAccess &
      LinkedAccess & { reason: FailureReason; message: string; attempts: number; nextAttemptAt: Instant | null }
  >(),
};

export type AccessEvent = EventsOf<typeof accessEvents>;
