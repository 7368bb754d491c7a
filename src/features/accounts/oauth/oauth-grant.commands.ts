import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { GrantEnd, GrantSubject, OAuthGrantEvent } from './oauth-grant.events.ts';

export class GrantOAuthAccess extends command('GrantOAuthAccess')<
  {
    grantId: string;
    clientId: string;
    userId: string;
    subject: GrantSubject;
    organizationId: string | null;
    scopes: string[];
  },
  Executed<unknown, OAuthGrantEvent>
> {}
export class RevokeOAuthAccess extends command('RevokeOAuthAccess')<{ grantId: string; reason: GrantEnd }> {}
/**
 * Revokes what an app was allowed, what a user allowed, or what was allowed for an organization. `before`: only what was allowed earlier (machine
 * time), by a user whose access ended then.
 */
export class RevokeOAuthAccessOf extends command('RevokeOAuthAccessOf')<{
  field: 'client_id' | 'user_id' | 'organization_id';
  id: string;
  before?: Instant;
}> {}
