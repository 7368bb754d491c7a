import { plural } from '@/lib/format';
import { scopeGroups } from '@/lib/scopes';

/** All with which a token reaches a route. */
export const ALL_SCOPES = scopeGroups.flatMap(({ options }) => options.map(({ value }) => value));
export const READ_SCOPES = ALL_SCOPES.filter((scope) => scope.endsWith(':read'));

export function scopesLabel(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return 'Everything';
  if (scopes.every((scope) => scope.endsWith(':read'))) return `${plural(scopes.length, 'scope')}, reading only`;
  return plural(scopes.length, 'scope');
}
