import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { folded } from '../../../kernel/folding.ts';
import { metadataEntries, type Metadata } from '../metadata.ts';
import { meterEvents, type MeterAggregation, type MeterEvent, type MeterFilter } from './meter.events.ts';
import { revisionAfter } from './meter-revision.rules.ts';

/** What a meter counted and added up at one revision. */
export interface MeterDefinition {
  /** How often filter or aggregation were defined: 1 for those that the meter was created with. */
  revision: number;
  /** As JSON: groups of clauses, and of groups. */
  filter: string;
  aggregation: MeterAggregation;
}

export interface MeterDocument extends Document, MeterDefinition {
  created_at: Instant;
  modified_at: Instant | null;
  metadata: Metadata;
  name: string;
  /** The definition whose quantities are shown while a new one still counts past usage; null if that is its own. */
  serving: MeterDefinition | null;
  /** Since when its definition does not change any more, because it was billed; null if it may. */
  frozen_at: Instant | null;
  organization_id: string;
  name_lower: string;
  metadata_entries: string[];
}

/** Meters; the filter is text. */
export const meterProjection: Projection<MeterDocument, MeterEvent> = {
  name: 'meters',
  version: 5,
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
          serving: null,
          frozen_at: null,
          organization_id: organizationId,
        });
      }
      case 'MeterUpdated': {
        if (!document) return undefined;
        const { meterId: _, filter, ...changes } = event.data;
        const revision = revisionAfter(event, document);
        return searchable({
          ...document,
          ...changes,
          ...(filter && { filter: JSON.stringify(filter) }),
          revision,
          serving: revision === document.revision ? document.serving : servingOf(document),
          modified_at: at,
        });
      }
      case 'MeterRevisionServed':
        return document && { ...document, serving: null };
      case 'MeterFrozen':
        return document && { ...document, frozen_at: at };
    }
  },
};

/** The definition whose quantities are shown. */
export function servingOf({ serving, revision, filter, aggregation }: MeterDocument): MeterDefinition {
  return serving ?? { revision, filter, aggregation };
}

/** The revision whose measures are shown and billed, and how it adds up. */
export function servingRevisionOf(document: MeterDocument): { revision: number; func: MeterAggregation['func'] } {
  const { revision, aggregation } = servingOf(document);
  return { revision, func: aggregation.func };
}

/** The filter of a definition. */
export function filterOf({ filter }: MeterDefinition): MeterFilter {
  return JSON.parse(filter) as MeterFilter;
}

function searchable(fields: Omit<MeterDocument, 'name_lower' | 'metadata_entries'>): MeterDocument {
  return { ...fields, name_lower: folded(fields.name), metadata_entries: metadataEntries(fields.metadata) };
}
