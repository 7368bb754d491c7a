import type { Instant } from '../../../kernel/ports/clock.ts';
import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { AccessTokenEvent } from './access-token.events.ts';

/** Has only the token's keyed digest: the token itself appears nowhere but in the response. */
export class CreateAccessToken extends command('CreateAccessToken')<
  {
    tokenId: string;
    organizationId: string;
    comment: string;
    scopes: string[];
    expiresAt: Instant | null;
    digest: string;
    createdBy: string;
  },
  Executed<unknown, AccessTokenEvent>
> {}
/** Changes what is given. */
export class UpdateAccessToken extends command('UpdateAccessToken')<
  { tokenId: string; comment?: string | undefined; scopes?: string[] | undefined },
  Executed<unknown, AccessTokenEvent>
> {}
export class RevokeAccessToken extends command('RevokeAccessToken')<{ tokenId: string }> {}
/** Revokes every token of a deleted organization. */
export class RevokeAccessTokensOf extends command('RevokeAccessTokensOf')<{ organizationId: string }> {}
