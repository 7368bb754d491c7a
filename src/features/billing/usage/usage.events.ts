import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import type { MeterAggregation } from '../meters/meter.events.ts';
import type { Extremes } from '../meters/recount.rules.ts';
import type { Metadata } from '../metadata.ts';

/**
 * `ingest-{UUIDv7 that ends in 000}`: what a call of a seller's program reported, or several at once, in chunks: one append, or a few that follow
 * one another (`UsageIngestSplit`). It never grows again.
 */
export const ingestStream = (ingestId: string): string => `ingest-${ingestId}`;

/** The seller's own words about one usage event. */
export interface UsageDetails {
  metadata: Metadata;
  /** The seller's id of the event, unique within the organization. */
  externalId?: string;
}

/** `usagevoid-{id of a usage event}`: that it no longer counts, and what is left of maxima and minima that came from it. */
export const usageVoidStream = (eventId: string): string => `usagevoid-${eventId}`;

/** Whose usage some events of a chunk are. */
export interface UsageOwner {
  /** null if no customer had the external id yet. */
  customerId: string | null;
  /** Digest of the external id, the same as in its claim; null if the customer was named by their id. */
  externalKey: string | null;
  externalId: string | null;
  /** Of the owner's events in this chunk, in their order. */
  details: UsageDetails[];
}

/** One usage event, without what is personal. */
export interface UsageEntry {
  name: string;
  /** When it happened, as the seller says: business time. */
  at: Instant;
  /** Index of its owner in the chunk. */
  owner: number;
  /** What it adds to meters; missing if no meter counts it. */
  measures?: UsageMeasure[];
}

/** Index of a meter in the chunk, and the number that it measured; null if it only counts. */
export type UsageMeasure = [meter: number, value: number | null];

/** A meter as it was defined when the events were measured: a changed filter or aggregation is another revision. */
export interface MeterRevision {
  meterId: string;
  revision: number;
}

export interface MeasuringMeter extends MeterRevision {
  /** How it adds up. */
  func: MeterAggregation['func'];
}

/** What a usage event that no longer counts had added to a meter. */
export interface VoidedMeasure extends MeasuringMeter {
  value: number | null;
  /** Off the period that is open. */
  isTakenOff: boolean;
  /** What billed it before: what that would have cost less is credited. Missing if nothing did. */
  billed?: BilledMeasure;
}

/** A closed period of a meter, and the price that applied when the event was used. */
export interface BilledMeasure {
  periodId: string;
  priceId: string;
}

/** The extremes of the other events, where the voided one was among them; null where it was not. */
export interface RecountedMeasure extends MeterRevision {
  /** Of the owner's period that was open when the event was voided. */
  period: Extremes | null;
  /** Of the hour in which the usage happened: of the owner, and of all. */
  hour: Record<'own' | 'all', Extremes | null>;
}

export const usageEvents = {
  /** A chunk of a call's events, at most 48 KB, so that a thousand of them take a few events of the log (docs/decisions/0035). */
  UsageIngested: event<{
    organizationId: string;
    ingestId: string;
    /** How many events of the call precede this chunk. */
    first: number;
    owners: UsageOwner[];
    /** Those that count some of the events. What they measured is kept here, so that it stays when a person's words are erased. */
    meters: MeasuringMeter[];
    events: UsageEntry[];
  }>({
    internal: true,
    personalEntries: { owners: { subject: subjectOfOwner, fields: { externalId: null, details: [] } } },
  }),
  /**
   * A usage event was wrong and no longer counts: it is taken off what meters measured when it happened, and off the period of its customer that is
   * open now, unless its own was billed. The seller's reason may name the customer.
   */
  UsageVoided: event<{
    organizationId: string;
    eventId: string;
    owner: Pick<UsageOwner, 'customerId' | 'externalKey'>;
    name: string;
    at: Instant;
    /** What it had added. */
    measures: VoidedMeasure[];
    reason: string;
  }>({ personal: [{ subject: ({ owner }) => subjectOfOwner(owner), fields: { reason: '' } }] }),
  /** What is left of a maximum or minimum that came from the voided event, of what lies before the void in the log. */
  UsageRecounted: event<{
    organizationId: string;
    eventId: string;
    owner: Pick<UsageOwner, 'customerId' | 'externalKey'>;
    at: Instant;
    measures: RecountedMeasure[];
  }>({ internal: true }),
  /**
   * More chunks belong to the call than an append takes: this ends the first, after which all of them will be there. The others follow within the
   * request, or else from rows of the Vault.
   */
  UsageIngestSplit: event<{
    organizationId: string;
    ingestId: string;
    /** Names the rows. */
    restId: string;
    /** Appends that follow, each of one row. */
    appends: number;
  }>({ internal: true }),
  /**
   * The external ids that this call had reserved are free: another has taken them over, because it ended without an append, or it has let an older
   * call go first. It must not append any more.
   */
  UsageIngestAbandoned: event<{ organizationId: string; ingestId: string }>({ internal: true }),
};

export type UsageEvent = EventsOf<typeof usageEvents>;
export type UsageIngested = Extract<UsageEvent, { type: 'UsageIngested' }>;
export type UsageIngestSplit = Extract<UsageEvent, { type: 'UsageIngestSplit' }>;
export type UsageVoided = Extract<UsageEvent, { type: 'UsageVoided' }>;
export type UsageRecounted = Extract<UsageEvent, { type: 'UsageRecounted' }>;

/** The customer, or whoever will be the customer with the external id. */
export function keyOfOwner({ customerId, externalKey }: Pick<UsageOwner, 'customerId' | 'externalKey'>): string {
  return customerId ?? externalKey!;
}

/** One text for a meter at a revision. */
export function keyOfRevision({ meterId, revision }: MeterRevision): string {
  return `${meterId}~${revision}`;
}

/** Whether both are of one meter, at one revision. */
export function isSameRevision(one: MeterRevision, other: MeterRevision): boolean {
  return one.meterId === other.meterId && one.revision === other.revision;
}

function subjectOfOwner({ customerId, externalKey }: Pick<UsageOwner, 'customerId' | 'externalKey'>): string {
  return customerId === null ? subjectOf.measured(externalKey!) : subjectOf.customer(customerId);
}
