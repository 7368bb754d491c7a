import { reactingTo, send, type Step } from '../../../kernel/reacting/process.ts';
import type { UserEvent } from '../users/user.events.ts';
import { ForgetProviderTokens } from './provider.commands.ts';

/** Deletes a provider's tokens once no account names them. */
export const providerTokensProcess = reactingTo<UserEvent>()({
  name: 'provider-tokens',
  group: 'accounts',
  on: { ProviderTokensReplaced: forget, AccountUnlinked: forget, UserDeleted: forget },
});

function forget({ userId }: { userId: string }, { id: eventId }: { id: string }): Step[] {
  return [send(ForgetProviderTokens, { userId, eventId })];
}
