import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import { meterEvents, type MeterAggregation, type MeterEvent, type MeterFilter } from './meter.events.ts';

export interface MeterDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  metadata: Metadata;
  name: string;
  /** As JSON: groups of clauses, and of groups. */
  filter: string;
  aggregation: MeterAggregation;
  /** How often filter or aggregation were defined: 1 for those that it was created with. */
  revision: number;
  organization_id: string;
  name_lower: string;
  metadata_entries: string[];
}

/** Meters; the filter is text. */
export const meterProjection: Projection<MeterDocument, MeterEvent> = {
  name: 'meters',
  version: 2,
  indexes: [['organization_id']],
  lists: {
    scope: ['organization_id'],
    sortings: ['name_lower', 'created_at'],
    filters: ['metadata_entries'],
  },
  maps: ['metadata'],
  handles: typesOf(meterEvents),
  targets: (event) => [event.data.meterId],

  evolve(document, event, id) {
    const at = event.metadata.occurredAt;
    switch (event.type) {
      case 'MeterCreated': {
        const { name, filter, aggregation, organizationId, metadata } = event.data;
        return searchable({
          id,
          created_at: at,
          modified_at: null,
          metadata,
          name,
          filter: JSON.stringify(filter),
          aggregation,
          revision: 1,
          organization_id: organizationId,
        });
      }
      case 'MeterUpdated': {
        if (!document) return undefined;
        const { meterId: _, filter, ...changes } = event.data;
        return searchable({
          ...document,
          ...changes,
          ...(filter && { filter: JSON.stringify(filter) }),
          revision: document.revision + (filter || changes.aggregation ? 1 : 0),
          modified_at: at,
        });
      }
    }
  },
};

/** The filter of a meter's document. */
export function filterOf({ filter }: MeterDocument): MeterFilter {
  return JSON.parse(filter) as MeterFilter;
}

function searchable(fields: Omit<MeterDocument, 'name_lower' | 'metadata_entries'>): MeterDocument {
  return { ...fields, name_lower: fields.name.toLowerCase(), metadata_entries: metadataEntries(fields.metadata) };
}

/** The definition whose measures are shown and billed. */
export function servingRevisionOf({ revision, aggregation: { func } }: MeterDocument) {
  return { revision, func };
}
