import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** A benefit's stream is `benefit-{UUIDv7}`; it grows by the seller's edits. */
export const benefitStream = (benefitId: string): string => `benefit-${benefitId}`;

/** By type; the types that are there grow with the product. */
export type BenefitProperties = { type: 'custom'; note: string | null };

export const benefitEvents = {
  BenefitCreated: event<{
    benefitId: string;
    organizationId: string;
    description: string;
    properties: BenefitProperties;
    metadata: Metadata;
  }>(),
  BenefitUpdated: event<{
    benefitId: string;
    description?: string;
    properties?: BenefitProperties;
    metadata?: Metadata;
  }>(),
  BenefitDeleted: event<{ benefitId: string; organizationId: string }>(),
};

export type BenefitEvent = EventsOf<typeof benefitEvents>;
