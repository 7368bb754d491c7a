import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { Document } from '../../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../../kernel/reading/projection.ts';
import type { Metadata } from '../../metadata.ts';
import { SYSTEM_ORIGINS, systemEventOf, type SystemEventName, type SystemOrigin } from './system-event.rules.ts';
import { hourOf } from '../usage-hours.rules.ts';

export interface SystemEventDocument extends Document {
  organization_id: string;
  customer_id: string;
  name: SystemEventName;
  timestamp: Instant;
  hour: string;
  /** Without the benefit's type. */
  metadata: Metadata;
}

/** What the lists of usage events show besides what sellers report. */
export const systemEventProjection: Projection<SystemEventDocument, SystemOrigin> = {
  name: 'system_events',
  version: 2,
  group: 'usage',
  indexes: [['organization_id', 'hour']],
  maps: ['metadata'],
  handles: SYSTEM_ORIGINS,

  targets(event) {
    const system = systemEventOf(event);
    return system ? [system.id] : [];
  },

  evolve(_, event) {
    const system = systemEventOf(event);
    if (!system) return undefined;
    const { id, organizationId, customerId, name, at, metadata } = system;
    return {
      id,
      organization_id: organizationId,
      customer_id: customerId,
      name,
      timestamp: at,
      hour: hourOf(at),
      metadata,
    };
  },
};
