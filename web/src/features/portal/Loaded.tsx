import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loading, type Shape } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** "your orders". */
  what: string;
  shape: Shape;
  count?: number;
  children: (data: T) => ReactNode;
}

/** What a query has loaded; its room until then, and what went wrong. */
export function Loaded<T>({ query, what, shape, count, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState title="" error={query.error} onRetry={() => void query.refetch()} />;
  return <Loading {...{ what, shape, count }} />;
}
