import { TOKEN_SCOPES as WITH_ROUTES } from '../../../app/http/scopes.ts';

/** In the SDK's Scope enum, and asked for by no route (docs/BILLING.md#client-quirks). */
const WITHOUT_ROUTES = [
  'openid',
  'profile',
  'email',
  'user:read',
  'admin',
  'web_default',
  'external_organizations:read',
  'repositories:read',
  'repositories:write',
  'issues:read',
  'issues:write',
  'notification_recipients:read',
  'notification_recipients:write',
];

/** What an organization access token may be given. */
export const TOKEN_SCOPES: readonly string[] = [...WITHOUT_ROUTES, ...WITH_ROUTES];
