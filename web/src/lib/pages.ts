export interface ListPage<T> {
  items: T[];
  pagination: { max_page: number };
}

type ReadPage<T> = (query: { page: number; limit: number }) => Promise<ListPage<T>>;

/** The first pages of a list that is shown whole, page after page. */
export interface FirstPages<T> {
  items: T[];
  hasMore: boolean;
}

export async function firstPages<T>(pages: number, limit: number, read: ReadPage<T>): Promise<FirstPages<T>> {
  const numbers = Array.from({ length: pages }, (_, before) => before + 1);
  const found = await Promise.all(numbers.map((page) => read({ page, limit })));
  return { items: found.flatMap(({ items }) => items), hasMore: found[0]!.pagination.max_page > pages };
}

/** For what has to be found wherever it is in the list. */
export async function allPages<T>(limit: number, read: ReadPage<T>): Promise<T[]> {
  const first = await read({ page: 1, limit });
  const further = Array.from({ length: first.pagination.max_page - 1 }, (_, before) => before + 2);
  const others = await Promise.all(further.map((page) => read({ page, limit })));
  return [first, ...others].flatMap(({ items }) => items);
}
