import { ConfirmClaim, type Claim, type Owns } from '../../../kernel/claim.ts';
import type { EventsOf } from '../../../kernel/events.ts';
import { send, type ProcessManager } from '../../../kernel/process.ts';
import { userStream, type userEvents } from './user.events.ts';

type Handled = Extract<EventsOf<typeof userEvents>, { type: 'UserRegistered' }>;

/** Repeats what the handler does after it has registered someone: it may have died in between. */
export const emailClaimProcess: ProcessManager<Handled> = {
  name: 'email-claims',
  from: 'beginning',
  handles: ['UserRegistered'],
  react: ({ data: { emailClaim, userId } }) => [send(ConfirmClaim, { claim: emailClaim, owner: userStream(userId) })],
};

/** A user has the e-mail he was registered with. */
export const ownsEmail: Owns = (events, claim) =>
  events.some(
    ({ type, data }) => type === 'UserRegistered' && (data as { emailClaim: Claim }).emailClaim.digest === claim.digest,
  );
