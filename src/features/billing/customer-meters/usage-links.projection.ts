import { isUuid } from '../../../kernel/ids.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { EXTERNAL_ID_CLAIM, type CustomerEvent } from '../customers/customer.events.ts';
import type { UsageRemeasured } from '../usage/remeasuring/remeasuring.events.ts';
import type { UsageIngested } from '../usage/usage.events.ts';
import type { CustomerMeterEvent } from './customer-meter.events.ts';

/** The digest of an external id: what was reported under it while no customer was known to have it, and who has it. */
export interface UsageLinkDocument extends Document {
  organization_id: string;
  customer_id: string | null;
  /** That measured usage under it. */
  meters: string[];
  /** Of these, those that the customer's list shows. */
  linked: string[];
  /** Whether some are still to be linked. */
  is_open: boolean;
}

type Folded =
  | Extract<CustomerEvent, { type: 'CustomerCreated' | 'CustomerUpdated' | 'CustomerDeleted' }>
  | Extract<CustomerMeterEvent, { type: 'MeterUsageLinked' }>
  | UsageIngested
  | UsageRemeasured;

/**
 * Whose usage is still to be linked, whichever came first in the log: a call that was under way while its customer was created may have
 * been appended after them.
 */
export const usageLinkProjection: Projection<UsageLinkDocument, Folded> = {
  name: 'usage_links',
  version: 1,
  group: 'usage',
  indexes: [['is_open']],
  handles: [
    'CustomerCreated',
    'CustomerUpdated',
    'CustomerDeleted',
    'MeterUsageLinked',
    'UsageIngested',
    'UsageRemeasured',
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
      case 'UsageRemeasured':
        return data.owners.map(({ owner }) => owner).filter((owner) => !isUuid(owner));
    }
  },

  evolve(document, { type, data, metadata }, id) {
    const known = document ?? begun(id, metadata.organizationId ?? '');
    switch (type) {
      case 'CustomerCreated':
      case 'CustomerUpdated':
        return withState({ ...known, customer_id: data.customerId, linked: [] });
      case 'CustomerDeleted':
        return withState({ ...known, customer_id: null, linked: [] });
      case 'MeterUsageLinked':
        if (known.customer_id !== data.customerId) return document;
        return withState({ ...known, linked: [...new Set([...known.linked, data.meterId])] });
      case 'UsageIngested':
        return withMeters(known, reportedIn(data).get(id) ?? []);
      case 'UsageRemeasured':
        return withMeters(known, [data.meterId]);
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
  return { id, organization_id: organizationId, customer_id: null, meters: [], linked: [], is_open: false };
}

function withMeters(document: UsageLinkDocument, meters: readonly string[]): UsageLinkDocument {
  return withState({ ...document, meters: [...new Set([...document.meters, ...meters])] });
}

function withState(document: UsageLinkDocument): UsageLinkDocument {
  return { ...document, is_open: document.customer_id !== null && unlinkedIn(document).length > 0 };
}

/** The meters whose usage is still to be linked. */
export function unlinkedIn({ meters, linked }: UsageLinkDocument): string[] {
  return meters.filter((id) => !linked.includes(id));
}
