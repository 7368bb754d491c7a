import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { History } from '../../../kernel/writing/history.ts';
import { folded } from '../../../kernel/folding.ts';
import type { Day, TaxTableEvent } from './tax-table.events.ts';

export interface TaxRateDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  organization_id: string;
  country: string;
  state: string | null;
  name: string;
  /** A decimal number such as `8.875`. */
  percent: string;
  applies_to_businesses: boolean;
  starts_on: Day;
  /** The first day without it. */
  ends_on: Day | null;
  /** Sorts by country, then state. */
  place: string;
  name_lower: string;
}

type FoldedEvent = Exclude<TaxTableEvent, { type: 'TaxOriginChanged' }>;

/** The rows of tax tables, also those that have ended. */
export const taxRateProjection: Projection<TaxRateDocument, FoldedEvent> = {
  name: 'tax_rates',
  version: 2,
  indexes: [['organization_id', 'place', 'starts_on']],
  fields: ['ends_on'],
  lists: {
    scope: ['organization_id'],
    sortings: ['place', 'name_lower', 'starts_on'],
    filters: ['country', 'ends_on'],
  },
  handles: ['TaxRateAdded', 'TaxRateEnded'],
  targets: (event) => [event.data.taxRateId],

  evolve(document, { type, data, metadata: { occurredAt } }) {
    if (type === 'TaxRateEnded') return document && { ...document, ends_on: data.endsOn, modified_at: occurredAt };
    const { taxRateId, organizationId, country, state, name, percent, appliesToBusinesses, startsOn } = data;
    return {
      id: taxRateId,
      created_at: occurredAt,
      modified_at: null,
      organization_id: organizationId,
      country,
      state,
      name,
      percent,
      applies_to_businesses: appliesToBusinesses,
      starts_on: startsOn,
      ends_on: null,
      place: state ?? country,
      name_lower: folded(name),
    };
  },
};

/** The rows of one table after the last event of its history, by id. */
export function documentsAfter(history: History<TaxTableEvent>): ReadonlyMap<string, TaxRateDocument> {
  const documents = new Map<string, TaxRateDocument>();
  for (const event of history.events) {
    if (event.type === 'TaxOriginChanged') continue;
    const { taxRateId } = event.data;
    const document = taxRateProjection.evolve(documents.get(taxRateId), event, taxRateId);
    if (document) documents.set(taxRateId, document);
  }
  return documents;
}
