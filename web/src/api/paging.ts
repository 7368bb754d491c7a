import { LIMIT } from '@/lib/search';

/** The identity contract's lists use offset and total; tables use pages. */
export function windowOf(page: number): { limit: number; offset: number } {
  return { limit: LIMIT, offset: (page - 1) * LIMIT };
}

/** `-createdAt` as the identity contract's parameters. */
export function sortOf(sorting: string): { sortBy: string; sortDirection: 'asc' | 'desc' } {
  return sorting.startsWith('-')
    ? { sortBy: sorting.slice(1), sortDirection: 'desc' }
    : { sortBy: sorting, sortDirection: 'asc' };
}

export function pageOf<T>(items: T[], total: number) {
  return { items, pagination: { total_count: total, max_page: Math.max(1, Math.ceil(total / LIMIT)) } };
}

/** One page of a list that the server returns whole. */
export function cutPage<T>(all: T[], page: number) {
  const { limit, offset } = windowOf(page);
  return pageOf(all.slice(offset, offset + limit), all.length);
}
