import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import type { LinkedAccountEvent } from './linked-account.events.ts';
import type { RemoteAccount, RemotePlatformName } from './remote-access.rules.ts';

/** Of those that are no longer linked, to name what revoked grants were given to. */
const MOST_UNLINKED = 20;

export interface LinkedAccount {
  link_id: string;
  platform: RemotePlatformName;
  /** null once the customer is erased. */
  account: RemoteAccount | null;
  linked_at: Instant;
  unlinked_at: Instant | null;
}

/** A customer's accounts elsewhere, under the customer's id; the last linked one last. */
export interface LinkedAccountsDocument extends Document {
  organization_id: string;
  accounts: LinkedAccount[];
  subjects: string[];
}

type Folded = Exclude<LinkedAccountEvent, { type: 'ClaimForfeited' }>;

export const linkedAccountsProjection: Projection<LinkedAccountsDocument, Folded> = {
  name: 'linked_accounts',
  version: 1,
  indexes: [['organization_id']],
  handles: ['CustomerAccountLinked', 'CustomerAccountUnlinked'],
  targets: ({ data }) => [data.customerId],

  evolve(document, { type, data, metadata: { occurredAt: at } }, id) {
    const known = document?.accounts ?? [];
    const others = known.filter(({ link_id }) => link_id !== data.linkId);
    const about = { id, organization_id: data.organizationId, subjects: [subjectOf.customer(id)] };
    if (type === 'CustomerAccountUnlinked') {
      const accounts = known.map((one) => (one.link_id === data.linkId ? { ...one, unlinked_at: at } : one));
      return { ...about, accounts: pruned(accounts) };
    }
    const { linkId: link_id, platform, account } = data;
    return { ...about, accounts: [...others, { link_id, platform, account, linked_at: at, unlinked_at: null }] };
  },

  blank: (document) => ({ ...document, accounts: document.accounts.map((one) => ({ ...one, account: null })) }),
};

function pruned(accounts: readonly LinkedAccount[]): LinkedAccount[] {
  const unlinked = accounts.filter(({ unlinked_at }) => unlinked_at !== null).slice(0, -MOST_UNLINKED);
  return accounts.filter((one) => !unlinked.includes(one));
}
