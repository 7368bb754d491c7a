import type { Instant } from '../../../kernel/ports/clock.ts';
import { command } from '../../../kernel/writing/command.ts';

/** The token itself stays with the controller: only its keyed digest is passed on. */
export class CreateAccessToken extends command('CreateAccessToken')<{
  tokenId: string;
  organizationId: string;
  comment: string;
  scopes: string[];
  expiresAt: Instant | null;
  digest: string;
  createdBy: string;
}> {}
/** Every token of an organization that is gone. */
export class RevokeAccessTokensOf extends command('RevokeAccessTokensOf')<{ organizationId: string }> {}
export class RevokeAccessToken extends command('RevokeAccessToken')<{
  tokenId: string;
  organizationIds: readonly string[];
}> {}
