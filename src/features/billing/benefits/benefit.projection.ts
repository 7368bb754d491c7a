import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { folded } from '../../../kernel/folding.ts';
import type { Metadata } from '../metadata.ts';
import { benefitEvents, type BenefitEvent, type BenefitProperties, type BenefitType } from './benefit.events.ts';
import { wireProperties, type WireBenefitProperties } from './benefit-properties.rules.ts';

export interface BenefitDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  type: BenefitType;
  description: string;
  selectable: boolean;
  deletable: boolean;
  organization_id: string;
  metadata: Metadata;
  properties: WireBenefitProperties;
  /** As they were set, for grants. */
  terms: BenefitProperties;
  /** Deleted benefits are kept for their grants, and hidden from lists. */
  deleted_at: Instant | null;
  description_lower: string;
}

/** Benefits in wire form. */
export const benefitProjection: Projection<BenefitDocument, BenefitEvent> = {
  name: 'benefits',
  version: 4,
  indexes: [['organization_id', 'deleted_at', 'type', 'created_at']],
  lists: {
    scope: ['organization_id', 'deleted_at'],
    sortings: ['created_at', 'description_lower'],
    filters: ['type'],
  },
  maps: ['archived', 'metadata'],
  handles: typesOf(benefitEvents),
  targets: (event) => [event.data.benefitId],

  evolve(document, event, id) {
    const at = event.metadata.occurredAt;
    switch (event.type) {
      case 'BenefitCreated':
        return {
          id,
          created_at: at,
          modified_at: null,
          ...propertiesFields(event.data.properties),
          description: event.data.description,
          selectable: true,
          deletable: true,
          organization_id: event.data.organizationId,
          metadata: event.data.metadata,
          deleted_at: null,
          description_lower: folded(event.data.description),
        };
      case 'BenefitUpdated': {
        if (!document) return undefined;
        const { description = document.description, metadata = document.metadata, properties } = event.data;
        const description_lower = folded(description);
        const changes = { modified_at: at, description, description_lower, metadata };
        return { ...document, ...changes, ...(properties && propertiesFields(properties)) };
      }
      case 'BenefitDeleted':
        return document && { ...document, modified_at: at, deleted_at: at };
    }
  },
};

function propertiesFields(terms: BenefitProperties): Pick<BenefitDocument, 'type' | 'properties' | 'terms'> {
  return { type: terms.type, properties: wireProperties(terms), terms };
}
