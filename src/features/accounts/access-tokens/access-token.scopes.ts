import { TOKEN_SCOPES as WITH_ROUTES } from '../../../app/http/scopes.ts';

/** In the SDK's Scope enum, but required by no route (docs/BILLING.md#client-quirks). */
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

/** The scopes that an organization access token may have. */
export const TOKEN_SCOPES: readonly string[] = [...WITHOUT_ROUTES, ...WITH_ROUTES];
