import { send, type ProcessManager } from '../../../kernel/reacting/process.ts';
import type { UserEvent } from '../users/user.events.ts';
import { ForgetProviderTokens } from './provider.commands.ts';

type Handled = Extract<UserEvent, { type: 'ProviderTokensReplaced' | 'AccountUnlinked' | 'UserDeleted' }>;

/** Deletes a provider's tokens once no account names them. */
export const providerTokensProcess: ProcessManager<Handled> = {
  name: 'provider-tokens',
  group: 'accounts',
  handles: ['ProviderTokensReplaced', 'AccountUnlinked', 'UserDeleted'],
  react: ({ id: eventId, data: { userId } }) => [send(ForgetProviderTokens, { userId, eventId })],
};
