import { word } from './format';

/** What an app may know of the user themselves (OpenID Connect). */
const identity: Record<string, string> = {
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your e-mail address',
};

/** What a token or an app may do in an organization: resources that a route of the server asks for, with what it allows (docs/SECURITY.md#scopes). */
const resources: [resource: string, allowed: string][] = [
  ['organizations', 'read write'],
  ['products', 'read write'],
  ['benefits', 'read write'],
  ['discounts', 'read write'],
  ['custom_fields', 'read write'],
  ['files', 'read write'],
  ['checkouts', 'read write'],
  ['checkout_links', 'read write'],
  ['customers', 'read write'],
  ['customer_sessions', 'write'],
  ['subscriptions', 'read write'],
  ['orders', 'read'],
  ['refunds', 'read write'],
  ['payments', 'read'],
  ['license_keys', 'read write'],
  ['meters', 'read write'],
  ['customer_meters', 'read'],
  ['events', 'read write'],
  ['metrics', 'read'],
  ['webhooks', 'read write'],
  ['ledger', 'read'],
];

/** Where the screens call it something else. */
const names: Record<string, string> = {
  customer_sessions: 'Sessions of customers',
  customer_meters: 'Usage of customers',
  events: 'Usage events',
  metrics: 'Figures',
  ledger: 'Event log',
};

function nameOf(resource: string): string {
  return names[resource] ?? word(resource);
}

/** For the form of an access token, by resource. */
export const scopeGroups = resources.map(([resource, allowed]) => ({
  label: nameOf(resource),
  options: allowed.split(' ').map((one) => ({ value: `${resource}:${one}`, label: one })),
}));

/** For the form of an app's client. */
export const clientScopeGroups = [
  { label: 'The user', options: Object.keys(identity).map((value) => ({ value, label: value })) },
  ...scopeGroups,
];

const OFFERED = new Set(clientScopeGroups.flatMap(({ options }) => options.map(({ value }) => value)));

/** Scopes that the form does not offer, and must not lose. */
export function scopesBeyond(scopes: readonly string[]): string[] {
  return scopes.filter((scope) => !OFFERED.has(scope));
}

/** What scopes allow, in plain words. */
export interface Allowance {
  what: string;
  may: string[];
}

/** The user first, then resources in the order of the scopes: "Products", "See, create and change". */
export function allowancesOf(scopes: readonly string[]): Allowance[] {
  const ofUser = scopes.flatMap((scope) => identity[scope] ?? []);
  const ofResources = new Map<string, string[]>();
  for (const scope of scopes) {
    const [resource = '', access] = scope.split(':');
    if (access) ofResources.set(resource, [...(ofResources.get(resource) ?? []), access]);
  }
  return [
    ...(ofUser.length > 0 ? [{ what: 'Your identity', may: ofUser }] : []),
    ...[...ofResources].map(([resource, access]) => ({ what: nameOf(resource), may: [verbs(access)] })),
  ];
}

function verbs(access: readonly string[]): string {
  if (!access.includes('write')) return 'See';
  return access.includes('read') ? 'See, create and change' : 'Create and change';
}

/** In one line: "Your identity, products and 3 more". */
export function allowancesLabel(scopes: readonly string[]): string {
  const [first, second, ...more] = allowancesOf(scopes).map(({ what }) => what);
  if (first === undefined) return 'Nothing';
  if (second === undefined) return first;
  const then = second.charAt(0).toLowerCase() + second.slice(1);
  return more.length === 0 ? `${first} and ${then}` : `${first}, ${then} and ${more.length} more`;
}
