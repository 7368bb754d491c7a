import { ConfirmClaim, ReleaseClaim, type Claim, type Owns } from '../../../kernel/writing/claim.ts';
import type { DomainEvent } from '../../../kernel/writing/events.ts';
import { send, type ProcessManager, type Step } from '../../../kernel/reacting/process.ts';
import { userStream, type UserEvent } from './user.events.ts';

type Handled = Extract<
  UserEvent,
  { type: 'UserRegistered' | 'EmailChanged' | 'AccountLinked' | 'AccountUnlinked' | 'UserDeleted' }
>;

/** Repeats what handlers do after they have taken an address or an account, or let go of one: they may have died in between. */
export const userClaimsProcess: ProcessManager<Handled> = {
  name: 'user-claims',
  from: 'beginning',
  handles: ['UserRegistered', 'EmailChanged', 'AccountLinked', 'AccountUnlinked', 'UserDeleted'],

  react(event) {
    const { userId } = event.data;
    const owner = userStream(userId);
    const { taken, released } = changedClaims(event);
    return [
      ...taken.map((claim): Step => send(ConfirmClaim, { claim, owner }, claim.digest)),
      ...released.map((claim): Step => send(ReleaseClaim, { claim, owner }, claim.digest)),
    ];
  },
};

/** A user has the addresses and accounts he took and has not let go of. */
export const ownsUserClaim: Owns = (events, claim) =>
  events.reduce((owns, event) => {
    const { taken, released } = changedClaims(event as Handled);
    const names = (claims: readonly Claim[]) => claims.some(({ digest }) => digest === claim.digest);
    return names(taken) || (owns && !names(released));
  }, false);

function changedClaims(event: Handled | DomainEvent): { taken: readonly Claim[]; released: readonly Claim[] } {
  const { type, data } = event as Handled;
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
