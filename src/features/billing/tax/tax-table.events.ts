import { event, type EventsOf } from '../../../kernel/writing/events.ts';

/** The stream `taxtable-{organization}` grows with the seller's changes. */
export const taxTableStream = (organizationId: string): string => `taxtable-${organizationId}`;

/** A day of UTC, `2026-07-01`. */
export type Day = string;

export const taxTableEvents = {
  /** What is sold to buyers there from this day on is taxed. A rate never changes: it ends, and another one begins. */
  TaxRateAdded: event<{
    taxRateId: string;
    organizationId: string;
    /** ISO 3166 alpha-2. */
    country: string;
    /** Such as `US-CA`; null for the whole country. */
    state: string | null;
    name: string;
    /** A decimal number such as `8.875`. */
    percent: string;
    /** Whether businesses of another country than the seller's pay it; otherwise they owe it themselves. */
    appliesToBusinesses: boolean;
    startsOn: Day;
  }>(),
  /** The first day without it; the same as its first day if it never applies. */
  TaxRateEnded: event<{ taxRateId: string; organizationId: string; endsOn: Day }>(),
  /** The country that the seller is established in; null: not said. */
  TaxOriginChanged: event<{ organizationId: string; country: string | null }>(),
};

export type TaxTableEvent = EventsOf<typeof taxTableEvents>;
