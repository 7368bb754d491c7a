import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { FirstPages } from '@/lib/pages';
import type { Shape } from '@/ui/Loading';
import { Button } from '@/ui/Button';
import { Loaded } from './Loaded';

interface LongListProps<T> {
  queryOf: (pages: number) => UseQueryOptions<FirstPages<T>, Error, FirstPages<T>, unknown[]>;
  /** "your orders". */
  what: string;
  shape: Shape;
  count?: number;
  children: (items: T[]) => ReactNode;
}

/** A list's first page, and the next ones below it as the customer asks for them. */
export function LongList<T>({ queryOf, what, shape, count, children }: LongListProps<T>) {
  const [pages, setPages] = useState(1);
  const query = useQuery({ ...queryOf(pages), placeholderData: keepPreviousData });
  return (
    <Loaded {...{ query, what, shape, count }}>
      {({ items, hasMore }) => (
        <>
          {children(items)}
          {hasMore && (
            <Button className="mt-3" busy={query.isPlaceholderData && 'Loading'} onClick={() => setPages(pages + 1)}>
              Show more of {what}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
