import type { Claim, ClaimForfeited } from '../../../kernel/writing/claim.ts';
import { event, subjectOf, type EventsOf } from '../../../kernel/writing/events.ts';
import type { RemoteAccount, RemotePlatformName } from './remote-access.rules.ts';

/** `linkedaccounts-{customerId}`: a customer's accounts at platforms where benefits give access. The Vault has what Tillbook acts with there. */
export const linkedAccountsStream = (customerId: string): string => `linkedaccounts-${customerId}`;

interface AboutLink {
  customerId: string;
  organizationId: string;
  linkId: string;
  platform: RemotePlatformName;
}

export const linkedAccountEvents = {
  /** For the first time, or once more with other tokens. `account` is null once the customer is erased. */
  CustomerAccountLinked: event<AboutLink & { account: RemoteAccount | null; claim: Claim }>({
    personal: [{ subject: ({ customerId }) => subjectOf.customer(customerId), fields: { account: null } }],
  }),
  CustomerAccountUnlinked: event<AboutLink & { released: Claim }>(),
};

export type LinkedAccountEvent = EventsOf<typeof linkedAccountEvents> | ClaimForfeited;
