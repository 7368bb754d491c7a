import { isUuid } from '../../../kernel/ids.ts';
import { addSeconds, type Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Position } from '../../../kernel/ports/event-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import type { EndpointEvent } from '../../delivery/webhooks/webhook.events.ts';
import type { MeterUsageLinked } from '../customer-meters/customer-meter.events.ts';
import type { CustomerEvent } from '../customers/customer.events.ts';
import type { UsageRemeasured } from '../usage/remeasuring/remeasuring.events.ts';
import type { UsageIngested, UsageVoided } from '../usage/usage.events.ts';
import type { UsageAnnouncementEvent } from './usage-announcement.events.ts';

/** A customer whose meters have changed since their state was last announced. */
export interface UnannouncedUsageDocument extends Document {
  organization_id: string;
  /** When the first usage since then was reported, in business time. */
  since: Instant;
  /** Of that in the log. */
  position: Position;
}

/** How long usage is collected before it is announced. */
const COLLECTED_SECONDS = 60;
/** What has waited for so long when an endpoint comes has waited because there was none. */
const GIVEN_UP_SECONDS = 3_600;

/** What has been collected for long enough was reported by then. */
export function announcedUntil(now: Instant): Instant {
  return addSeconds(now, -COLLECTED_SECONDS);
}

type UsageChange = UsageIngested | UsageRemeasured | UsageVoided | MeterUsageLinked;
type EndpointChange = Extract<
  EndpointEvent,
  { type: 'WebhookEndpointCreated' | 'WebhookEndpointUpdated' | 'WebhookEndpointEnabled' }
>;
type Folded =
  UsageChange | UsageAnnouncementEvent | Extract<CustomerEvent, { type: 'CustomerDeleted' }> | EndpointChange;

/** Customers whose usage is still to be announced. Usage after the first changes nothing, so that it costs no write. */
export const unannouncedUsageProjection: Projection<UnannouncedUsageDocument, Folded> = {
  name: 'unannounced_usage',
  version: 2,
  group: 'usage',
  indexes: [['since'], ['organization_id', 'since']],
  handles: [
    'UsageIngested',
    'UsageRemeasured',
    'UsageVoided',
    'MeterUsageLinked',
    'CustomerUsageAnnounced',
    'CustomerDeleted',
    'WebhookEndpointCreated',
    'WebhookEndpointUpdated',
    'WebhookEndpointEnabled',
  ],

  targets(event) {
    switch (event.type) {
      case 'UsageIngested':
      case 'UsageRemeasured':
      case 'UsageVoided':
      case 'MeterUsageLinked':
        return customersOf(event);
      case 'CustomerUsageAnnounced':
      case 'CustomerDeleted':
        return [event.data.customerId];
      default:
        return { field: 'organization_id', value: event.metadata.organizationId ?? '' };
    }
  },

  evolve(document, event, id) {
    const { metadata, position } = event;
    switch (event.type) {
      case 'UsageIngested':
      case 'UsageRemeasured':
      case 'UsageVoided':
      case 'MeterUsageLinked':
        return document ?? { id, organization_id: event.data.organizationId, since: metadata.occurredAt, position };
      case 'CustomerUsageAnnounced':
      case 'CustomerDeleted':
        return undefined;
      default:
        return document && document.since < addSeconds(metadata.occurredAt, -GIVEN_UP_SECONDS) ? undefined : document;
    }
  },
};

/** Those whose meters it changes; what was reported under an external id that nobody had changes them when it is linked. */
function customersOf({ type, data }: UsageChange): string[] {
  switch (type) {
    case 'UsageIngested': {
      const measured = new Set(data.events.flatMap(({ owner, measures }) => (measures ? [owner] : [])));
      return [...new Set([...measured].flatMap((owner) => data.owners[owner]!.customerId ?? []))];
    }
    case 'UsageRemeasured':
      return data.owners.map(({ owner }) => owner).filter(isUuid);
    case 'UsageVoided':
      return data.owner.customerId !== null && data.measures.some(({ isTakenOff }) => isTakenOff)
        ? [data.owner.customerId]
        : [];
    case 'MeterUsageLinked':
      return [data.customerId];
  }
}
