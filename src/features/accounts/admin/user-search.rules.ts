import { parseInstant } from '../../../kernel/ports/clock.ts';
import type { Find, Scalar, Where } from '../../../kernel/ports/document-store.ts';
import { folded } from '../../../kernel/folding.ts';

/** The documents' fields that administrators may search, filter and sort users by, by their names on the wire. */
const FIELDS: Readonly<Record<string, { field: string; kind: 'lower' | 'text' | 'flag' | 'instant' }>> = {
  id: { field: 'id', kind: 'text' },
  email: { field: 'email', kind: 'lower' },
  name: { field: 'name_lower', kind: 'lower' },
  role: { field: 'role', kind: 'text' },
  banned: { field: 'banned', kind: 'flag' },
  emailVerified: { field: 'emailVerified', kind: 'flag' },
  createdAt: { field: 'createdAt', kind: 'instant' },
  updatedAt: { field: 'updatedAt', kind: 'instant' },
  banExpires: { field: 'banExpires', kind: 'instant' },
};
/** Above every text. */
const LAST = '\u{10FFFF}';

export const SEARCH_OPERATORS = ['contains', 'starts_with', 'ends_with'] as const;
export const FILTER_OPERATORS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains'] as const;
type FilterOperator = (typeof FILTER_OPERATORS)[number];

export interface UserSearch {
  searchValue?: string;
  searchField?: 'email' | 'name';
  searchOperator?: (typeof SEARCH_OPERATORS)[number];
  filterField?: string;
  filterValue?: string;
  filterOperator?: FilterOperator;
  sortBy?: string;
  sortDirection?: 'asc' | 'desc';
}

export type UserQuery = Pick<Required<Find>, 'where' | 'sort'>;

/** undefined: an unknown field, or values that can't be compared, which find no users (docs/IDENTITY.md#administration). */
export function userQueryOf(search: UserSearch): UserQuery | undefined {
  const { searchOperator: operator = 'contains', sortBy, sortDirection: direction = 'asc' } = search;
  const filtered = filterOf(search);
  const sorted = fieldNamed(sortBy || 'createdAt');
  if (!filtered || !sorted) return undefined;
  const sort = [{ field: sorted.field, direction }];
  const text = search.searchValue && folded(search.searchValue);
  if (!text) return { where: { and: filtered }, sort };
  const { field } = FIELDS[search.searchField ?? 'email']!;
  return { where: { and: [...filtered, searched(field, text, operator)] }, sort };
}

function searched(field: string, text: string, operator: (typeof SEARCH_OPERATORS)[number]): Where {
  switch (operator) {
    case 'contains':
      return { contains: [field, text] };
    case 'starts_with':
      return startsWith(field, text);
    case 'ends_with':
      return { endsWith: [field, text] };
  }
}

function startsWith(field: string, text: string): Where {
  return { and: [{ gte: [field, text] }, { lt: [field, `${text}${LAST}`] }] };
}

function filterOf({ filterField, filterValue, filterOperator = 'eq' }: UserSearch): Where[] | undefined {
  if (!filterValue) return [];
  const known = fieldNamed(filterField || 'email');
  if (!known) return undefined;
  const { field, kind } = known;
  if (kind === 'flag') return flagFilter(field, filterValue, filterOperator);
  if (kind === 'instant' && filterOperator === 'contains') return undefined;
  const value = valueOf(filterValue, kind);
  return value === undefined ? undefined : [comparison(field, value, filterOperator)];
}

function valueOf(text: string, kind: 'lower' | 'text' | 'instant'): string | undefined {
  if (kind === 'instant') return parseInstant(text);
  return kind === 'lower' ? folded(text) : text;
}

function comparison(field: string, value: string, operator: FilterOperator): Where {
  switch (operator) {
    case 'eq':
      return { eq: [field, value] };
    case 'ne':
      return { or: [{ lt: [field, value] }, { gt: [field, value] }] };
    case 'lt':
      return { lt: [field, value] };
    case 'lte':
      return { lte: [field, value] };
    case 'gt':
      return { gt: [field, value] };
    case 'gte':
      return { gte: [field, value] };
    case 'contains':
      return { contains: [field, value] };
  }
}

/** null (never banned) counts as not banned. */
function flagFilter(field: string, text: string, operator: FilterOperator): Where[] | undefined {
  if (!['true', 'false'].includes(text) || !['eq', 'ne'].includes(operator)) return undefined;
  const wanted = (text === 'true') === (operator === 'eq');
  const values: Scalar[] = wanted ? [true] : [false, null];
  return [{ in: [field, values] }];
}

function fieldNamed(name: string): (typeof FIELDS)[string] | undefined {
  return Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
}
