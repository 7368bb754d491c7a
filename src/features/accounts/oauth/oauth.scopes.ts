import { GIVEN_SCOPES, type Scope } from '../../../app/http/callers/scopes.ts';

/** Scopes that say something of an administrator or a browser, which no app becomes. */
const NEVER = ['admin', 'web_default'];

/** What an app may ask for. */
export const OAUTH_SCOPES: readonly string[] = GIVEN_SCOPES.filter((scope) => !NEVER.includes(scope));

/** Who may allow an app to act for an organization: whoever may create its access tokens. */
export const ALLOWING_SCOPE: Scope = 'organization_access_tokens:write';
