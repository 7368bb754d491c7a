import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { ClientProfile, OAuthClientEvent } from './oauth-client.events.ts';

type Answer = Executed<unknown, OAuthClientEvent>;

export class RegisterOAuthClient extends command('RegisterOAuthClient')<
  { clientId: string; userId: string; profile: ClientProfile },
  Answer
> {}
/** `userId`: who asks; an app is seen by the user who registered it alone. */
export class UpdateOAuthClient extends command('UpdateOAuthClient')<
  { clientId: string; userId: string; profile: ClientProfile },
  Answer
> {}
export class RemoveOAuthClient extends command('RemoveOAuthClient')<{ clientId: string; userId: string }> {}
/** Removes the apps of a deleted user. */
export class RemoveOAuthClientsOf extends command('RemoveOAuthClientsOf')<{ userId: string }> {}
