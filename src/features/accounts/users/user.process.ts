import { ConfirmClaim, ReleaseClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import { EraseSubject } from '../../../kernel/writing/erasure.ts';
import { subjectOf, type DomainEvent } from '../../../kernel/writing/events.ts';
import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import { SendAccountMail } from './user.commands.ts';
import { userStream, type AccountMailEvent, type UserEvent } from './user.events.ts';

/** Confirms claims, and repeats their release in case a handler died before it. */
export const userClaimsProcess = reactingTo<UserEvent>()({
  name: 'user-claims',
  group: 'accounts',
  on: {
    UserRegistered: settled,
    EmailChanged: settled,
    AccountLinked: settled,
    AccountUnlinked: settled,
    UserDeleted: settled,
  },
});

function settled({ userId }: { userId: string }, event: DomainEvent): Step[] {
  const owner = userStream(userId);
  const { taken, released } = changedClaims(event);
  return [
    ...taken.map((claim) => send(ConfirmClaim, { claim, owner }, claim.digest)),
    ...released.map((claim) => send(ReleaseClaim, { claim, owner }, claim.digest)),
  ];
}

/** A user owns the addresses and accounts that they took and have not released. */
export const ownsUserClaim: Owns = (events, claim) =>
  events.reduce((owns, event) => {
    const { taken, released } = changedClaims(event);
    const names = (claims: readonly Claim[]) => claims.some(({ digest }) => digest === claim.digest);
    return names(taken) || (owns && !names(released));
  }, false);

function changedClaims(event: DomainEvent): { taken: readonly Claim[]; released: readonly Claim[] } {
  const { type, data } = event as UserEvent;
  switch (type) {
    case 'UserRegistered':
      return { taken: [data.emailClaim], released: [] };
    case 'EmailChanged':
      return { taken: [data.emailClaim], released: [data.releasedClaim] };
    case 'AccountLinked':
      return { taken: [data.providerClaim], released: [] };
    case 'AccountUnlinked':
      return { taken: [], released: data.releasedClaim ? [data.releasedClaim] : [] };
    case 'UserDeleted':
      return { taken: [], released: data.released };
    default:
      return { taken: [], released: [] };
  }
}

/** Repeats the erasing of a deleted user, in case the handler died before it. */
export const userErasingProcess = reactingTo<UserEvent>()({
  name: 'user-erasing',
  group: 'accounts',
  on: { UserDeleted: ({ userId, erase }) => (erase ? [send(EraseSubject, { subject: subjectOf.user(userId) })] : []) },
});

/** Looks up the address only after the request was answered. */
export const accountMailProcess = reactingTo<AccountMailEvent>()({
  name: 'account-mails',
  group: 'accounts',
  on: { AccountMailRequested: ({ requestId, kind }) => [send(SendAccountMail, { requestId, kind })] },
});
