import { event, type EventsOf } from '../../../../kernel/writing/events.ts';
import type { Tally } from '../../meters/tally.rules.ts';
import type { MeasuringMeter, MeterRevision } from '../usage.events.ts';

/** `remeasuring-{meter's UUID}_{revision}`: what a new definition of a meter counts of past usage, page by page. */
export const remeasuringStream = ({ meterId, revision }: MeterRevision): string => `remeasuring-${meterId}_${revision}`;

/** At what was in the log when the meter was defined, or once more at what calls added that were in work just then. */
export type Look = 'first' | 'second';

/** What the new definition measured of an owner's usage. */
export interface RemeasuredOwner {
  /** The customer's id, or the digest of an external id that no customer had. */
  owner: string;
  /** By hour, such as `2026-11-26T06`. */
  hours: [hour: string, tally: Tally][];
  /** The part that is not billed yet. */
  open: Tally;
  /** The same by the cut of the open period after which it was used, null: after none. What was cut since the page was read shows in that. */
  since: [cut: string | null, tally: Tally][];
}

interface AboutRemeasuring extends MeasuringMeter {
  organizationId: string;
}

export const remeasuringEvents = {
  UsageRemeasuringStarted: event<AboutRemeasuring & { look: Look }>({ internal: true }),
  /** A page of past usage, at most 48 KB; a page of many owners or hours takes several. */
  UsageRemeasured: event<
    AboutRemeasuring & {
      look: Look;
      /** Counts from 1 in each look. */
      page: number;
      /** Names the last chunk that was looked at. */
      after: string;
      owners: RemeasuredOwner[];
    }
  >({ internal: true }),
  /** All that there was has been looked at. */
  UsageRemeasuringEnded: event<AboutRemeasuring & { look: Look }>({ internal: true }),
};

export type RemeasuringEvent = EventsOf<typeof remeasuringEvents>;
export type UsageRemeasured = Extract<RemeasuringEvent, { type: 'UsageRemeasured' }>;
