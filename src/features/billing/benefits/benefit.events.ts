import { event, type EventsOf } from '../../../kernel/writing/events.ts';
import type { Metadata } from '../metadata.ts';

/** The stream `benefit-{UUIDv7}` grows with the seller's changes. */
export const benefitStream = (benefitId: string): string => `benefit-${benefitId}`;

/** Properties by type of benefit; only `custom` so far. */
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
