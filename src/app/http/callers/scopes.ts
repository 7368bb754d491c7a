/** The billing contract's scopes of seller and portal routes (SDK `Scope`). */
export const SCOPES = [
  'organizations:read',
  'organizations:write',
  'custom_fields:read',
  'custom_fields:write',
  'discounts:read',
  'discounts:write',
  'checkout_links:read',
  'checkout_links:write',
  'checkouts:read',
  'checkouts:write',
  'products:read',
  'products:write',
  'benefits:read',
  'benefits:write',
  'events:read',
  'events:write',
  'meters:read',
  'meters:write',
  'files:read',
  'files:write',
  'subscriptions:read',
  'subscriptions:write',
  'customers:read',
  'customers:write',
  'customer_meters:read',
  'customer_sessions:write',
  'orders:read',
  'refunds:read',
  'refunds:write',
  'payments:read',
  'metrics:read',
  'webhooks:read',
  'webhooks:write',
  'license_keys:read',
  'license_keys:write',
  'customer_portal:read',
  'customer_portal:write',
  /** Not in the contract: an organization's access tokens and its log. */
  'organization_access_tokens:read',
  'organization_access_tokens:write',
  'ledger:read',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Only owners and admins may read access tokens and the whole log (docs/SECURITY.md#scopes). */
const MANAGERS_ONLY: readonly Scope[] = ['organization_access_tokens:read', 'ledger:read'];
/** Tokens cannot create tokens. */
const NOT_FOR_TOKENS: readonly Scope[] = ['organization_access_tokens:read', 'organization_access_tokens:write'];
/** Of customer sessions alone; a token that was given them reaches no route with them. */
export const PORTAL_SCOPES: readonly Scope[] = ['customer_portal:read', 'customer_portal:write'];

const ALL: ReadonlySet<Scope> = new Set(SCOPES.filter((scope) => !PORTAL_SCOPES.includes(scope)));
const READ: ReadonlySet<Scope> = new Set(
  [...ALL].filter((scope) => scope.endsWith(':read') && !MANAGERS_ONLY.includes(scope)),
);

/** The scopes that an access token or API key can have. */
export const TOKEN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !NOT_FOR_TOKENS.includes(scope));

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

/** The scopes that an organization's access token or an app may be given. */
export const GIVEN_SCOPES: readonly string[] = [...WITHOUT_ROUTES, ...TOKEN_SCOPES];

/** The scopes of a role or of comma-separated roles: all for owners and admins, reading for every member. */
export function scopesOfRole(role: string | undefined): ReadonlySet<Scope> {
  if (role === undefined) return new Set();
  return role.split(',').some((one) => one === 'owner' || one === 'admin') ? ALL : READ;
}

/** The scopes that a user has in any organization; a user without one may read, and finds nothing. */
export function scopesOfRoles(roles: Readonly<Record<string, string>>): ReadonlySet<Scope> {
  return Object.values(roles).some((role) => scopesOfRole(role) === ALL) ? ALL : READ;
}
