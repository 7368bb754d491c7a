import type { ChoiceGroup } from '@/ui/CheckboxGroups';
import { plural, word } from '@/lib/format';

/** Scopes for a seller's programs, by resource (docs/SECURITY.md#scopes): those that a route of this server asks for. */
const resources: [resource: string, allowed: string][] = [
  ['products', 'read write'],
  ['benefits', 'read write'],
  ['discounts', 'read write'],
  ['customers', 'read write'],
  ['checkouts', 'read write'],
  ['subscriptions', 'read write'],
  ['orders', 'read'],
  ['metrics', 'read'],
  ['webhooks', 'read write'],
  ['organizations', 'read write'],
];

export const scopeGroups: ChoiceGroup[] = resources.map(([resource, allowed]) => ({
  label: word(resource),
  options: allowed.split(' ').map((one) => ({ value: `${resource}:${one}`, label: one })),
}));

export const ALL_SCOPES = scopeGroups.flatMap(({ options }) => options.map(({ value }) => value));
export const READ_SCOPES = ALL_SCOPES.filter((scope) => scope.endsWith(':read'));

export function scopesLabel(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return 'Everything';
  if (scopes.every((scope) => scope.endsWith(':read'))) return `${plural(scopes.length, 'scope')}, reading only`;
  return plural(scopes.length, 'scope');
}
