import { isUuid } from '../../../kernel/ids.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { EXTERNAL_ID_CLAIM, type CustomerEvent } from '../customers/customer.events.ts';
import type { UsageRemeasured } from '../usage/remeasuring/remeasuring.events.ts';
import type { UsageIngested, UsageRecounted, UsageVoided } from '../usage/usage.events.ts';
import type { MeterUsageKept, MeterUsageLinked } from './customer-meter.events.ts';

export interface LinkedMeter {
  meter_id: string;
  /** The event that changed what was measured. */
  changed: string;
  /** The last such event that the customer's list includes; null: it includes nothing. */
  linked: string | null;
}

/** The digest of an external id: what was reported under it while no customer was known to have it, and who has it. */
export interface UsageLinkDocument extends Document {
  organization_id: string;
  customer_id: string | null;
  /** That measured usage under it. */
  meters: LinkedMeter[];
  /** Whether some are still to be linked. */
  is_open: boolean;
}

type Folded =
  | Extract<CustomerEvent, { type: 'CustomerCreated' | 'CustomerUpdated' | 'CustomerDeleted' }>
  | MeterUsageKept
  | MeterUsageLinked
  | UsageIngested
  | UsageRemeasured
  | UsageVoided
  | UsageRecounted;

/**
 * Whose usage is still to be linked, whichever came first in the log: a call that was under way while its customer was created may have
 * been appended after them.
 */
export const usageLinkProjection: Projection<UsageLinkDocument, Folded> = {
  name: 'usage_links',
  version: 3,
  group: 'usage',
  indexes: [['is_open']],
  handles: [
    'CustomerCreated',
    'CustomerUpdated',
    'CustomerDeleted',
    'MeterUsageKept',
    'MeterUsageLinked',
    'UsageIngested',
    'UsageRemeasured',
    'UsageVoided',
    'UsageRecounted',
  ],

  targets({ type, data }) {
    switch (type) {
      case 'CustomerCreated':
      case 'CustomerUpdated':
        return data.externalIdClaim ? [data.externalIdClaim.digest] : [];
      case 'CustomerDeleted':
        return data.released.filter(({ kind }) => kind === EXTERNAL_ID_CLAIM).map(({ digest }) => digest);
      case 'MeterUsageLinked':
        return [data.owner];
      case 'UsageIngested':
        return [...reportedIn(data).keys()];
      case 'MeterUsageKept':
      case 'UsageRemeasured':
        return data.owners.map(({ owner }) => owner).filter((owner) => !isUuid(owner));
      case 'UsageVoided':
      case 'UsageRecounted':
        return data.owner.customerId === null ? [data.owner.externalKey!] : [];
    }
  },

  evolve(document, { id: changed, type, data, metadata }, id) {
    const known = document ?? begun(id, metadata.organizationId ?? '');
    switch (type) {
      case 'CustomerCreated':
      case 'CustomerUpdated':
        return withState({ ...known, customer_id: data.customerId, meters: known.meters.map(unlinked) });
      case 'CustomerDeleted':
        return withState({ ...known, customer_id: null, meters: known.meters.map(unlinked) });
      case 'MeterUsageLinked':
        if (known.customer_id !== data.customerId) return document;
        return withState({ ...known, meters: known.meters.map((one) => linkedBy(one, data)) });
      case 'UsageIngested':
        return withChanged(known, reportedIn(data).get(id) ?? [], changed);
      case 'MeterUsageKept':
      case 'UsageRemeasured':
        return withChanged(known, [data.meterId], changed);
      case 'UsageVoided':
      case 'UsageRecounted':
        return withChanged(
          known,
          data.measures.map(({ meterId }) => meterId),
          changed,
        );
    }
  },
};

/** The meters that measured usage of owners who had no customer, by the digest. */
function reportedIn({ owners, meters, events }: UsageIngested['data']): Map<string, string[]> {
  const reported = new Map<string, string[]>();
  for (const { owner, measures = [] } of events) {
    const { customerId, externalKey } = owners[owner]!;
    if (customerId !== null || externalKey === null || measures.length === 0) continue;
    const some = reported.get(externalKey) ?? [];
    reported.set(externalKey, [...some, ...measures.map(([place]) => meters[place]!.meterId)]);
  }
  return reported;
}

function begun(id: string, organizationId: string): UsageLinkDocument {
  return { id, organization_id: organizationId, customer_id: null, meters: [], is_open: false };
}

function withChanged(document: UsageLinkDocument, ids: readonly string[], changed: string): UsageLinkDocument {
  const linkedOf = (id: string) => document.meters.find(({ meter_id }) => meter_id === id)?.linked ?? null;
  const others = document.meters.filter(({ meter_id }) => !ids.includes(meter_id));
  const meters = [...new Set(ids)].map((id) => ({ meter_id: id, changed, linked: linkedOf(id) }));
  return withState({ ...document, meters: [...others, ...meters] });
}

function unlinked(one: LinkedMeter): LinkedMeter {
  return { ...one, linked: null };
}

function linkedBy(one: LinkedMeter, { meterId, until }: { meterId: string; until: string }): LinkedMeter {
  return one.meter_id === meterId ? { ...one, linked: until } : one;
}

function withState(document: UsageLinkDocument): UsageLinkDocument {
  return { ...document, is_open: document.customer_id !== null && unlinkedIn(document).length > 0 };
}

/** The meters whose usage is still to be linked. */
export function unlinkedIn({ meters }: UsageLinkDocument): LinkedMeter[] {
  return meters.filter(({ changed, linked }) => changed !== linked);
}
