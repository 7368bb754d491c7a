import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import type { Position } from '../../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import { keyOfOwner, type UsageVoided, type VoidedMeasure } from '../usage.events.ts';

/** A usage event that no longer counts. */
export interface UsageVoidDocument extends Document {
  organization_id: string;
  owner: string;
  name: string;
  /** When the usage happened. */
  at: Instant;
  voided_at: Instant;
  position: Position;
  measures: VoidedMeasure[];
}

/** Usage events that no longer count, by their ids. */
export const usageVoidProjection: Projection<UsageVoidDocument, UsageVoided> = {
  name: 'usage_voids',
  version: 2,
  group: 'usage',
  indexes: [['organization_id', 'owner', 'position']],
  handles: ['UsageVoided'],
  targets: ({ data }) => [data.eventId],

  evolve: (document, { data, metadata, position }, id) =>
    document ?? {
      id,
      organization_id: data.organizationId,
      owner: keyOfOwner(data.owner),
      name: data.name,
      at: data.at,
      voided_at: metadata.occurredAt,
      position,
      measures: data.measures,
    },
};
