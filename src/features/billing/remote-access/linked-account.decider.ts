import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { EDITS_PER_DAY } from '../../../kernel/writing/edit-limit.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { LinkCustomerAccount, UnlinkCustomerAccount, UnlinkCustomerAccounts } from './linked-account.commands.ts';
import { TooManyLinkedAccounts } from './linked-account.errors.ts';
import type { LinkedAccountEvent } from './linked-account.events.ts';
import type { RemotePlatformName } from './remote-access.rules.ts';
import { LIMITS } from '../../../limits.ts';

const MOST_LINKED = LIMITS.customer.linkedAccounts.most;

type LinkedAccountIntent =
  /** `linkId`: of the account, if it is linked for the first time. */
  | IntentWith<LinkCustomerAccount, Omit<LinkCustomerAccount['data'], 'tokens'> & { linkId: string; claim: Claim }>
  | IntentWith<UnlinkCustomerAccount, { claim: Claim }>
  | IntentWith<UnlinkCustomerAccounts, object>;

export interface Link {
  linkId: string;
  platform: RemotePlatformName;
  claim: Claim;
  customerId: string;
  organizationId: string;
}

/** `links`: the last linked one last. `forfeited`: claim streams of accounts that were held for too long. */
export interface LinkedAccountsState {
  links: readonly Link[];
  forfeited: readonly string[];
}

/** A customer's accounts elsewhere (docs/BILLING.md#linked-accounts). */
export const linkedAccountsDecider: Decider<LinkedAccountIntent, LinkedAccountsState, LinkedAccountEvent> = {
  category: 'linkedaccounts',
  initial: { links: [], forfeited: [] },
  edits: { types: ['CustomerAccountLinked'], perDay: EDITS_PER_DAY },

  decide({ type, data }, { links, forfeited }) {
    switch (type) {
      case 'LinkCustomerAccount': {
        const known = linkOf(links, data.claim);
        if (!known && links.length >= MOST_LINKED) throw new TooManyLinkedAccounts(MOST_LINKED);
        refuseForfeited(forfeited, data.claim);
        return [{ type: 'CustomerAccountLinked', data: { ...data, linkId: known?.linkId ?? data.linkId } }];
      }
      case 'UnlinkCustomerAccount': {
        const known = linkOf(links, data.claim);
        if (!known) throw new NotFound();
        return [unlinked(known)];
      }
      case 'UnlinkCustomerAccounts':
        return links.map(unlinked);
    }
  },

  evolve({ links, forfeited }, { type, data }) {
    switch (type) {
      case 'CustomerAccountLinked': {
        const { account: _, ...link } = data;
        return { links: [...without(links, data.linkId), link], forfeited };
      }
      case 'CustomerAccountUnlinked':
        return { links: without(links, data.linkId), forfeited };
      case 'ClaimForfeited':
        return { links, forfeited: [...forfeited, claimStream(data)] };
    }
  },
};

export function linkOf(links: readonly Link[], claim: Claim): Link | undefined {
  return links.find((link) => claimStream(link.claim) === claimStream(claim));
}

function unlinked({ claim: released, ...link }: Link): LinkedAccountEvent {
  return { type: 'CustomerAccountUnlinked', data: { ...link, released } };
}

function without(links: readonly Link[], linkId: string): Link[] {
  return links.filter((link) => link.linkId !== linkId);
}
