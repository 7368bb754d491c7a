import type { ReactNode } from 'react';
import { useLasting } from '@/lib/hooks';

/** What the skeleton stands for, so that nothing moves when it arrives. */
export type Shape = 'page' | 'rows' | 'facts' | 'figures' | 'form' | 'line';

interface LoadingProps {
  /** "orders": said to screen readers once the wait has lasted. */
  what: string;
  shape?: Shape;
  /** How many rows, facts or fields to expect. */
  count?: number;
  /** Whether the page has no other heading meanwhile. */
  alone?: boolean;
}

/** A skeleton of what is loading. Its room is taken at once; it shows after 100 ms, and is said after 300 ms. */
export function Loading({ what, shape = 'line', count, alone = shape === 'page' }: LoadingProps) {
  const lasting = useLasting(true, 300);
  return (
    <div aria-busy="true">
      {alone && <h1 className="sr-only">Loading</h1>}
      <p role="status" className="sr-only">
        {lasting && `Loading ${what}…`}
      </p>
      <div aria-hidden="true" className="skeleton">
        {shapes[shape](count)}
      </div>
    </div>
  );
}

const shapes: Record<Shape, (count?: number) => ReactNode> = {
  page: () => (
    <>
      <div className="mb-6 flex min-h-8 items-center">
        <i className="h-5 w-48" />
      </div>
      <Rows count={10} />
    </>
  ),
  rows: (count = 10) => <Rows count={count} />,
  facts: (count = 6) =>
    times(count, (at) => (
      <div key={at} className="flex min-h-8 items-center border-b border-line first:border-t">
        <i className="w-[min(7.5rem,30%)]" />
      </div>
    )),
  figures: (count = 4) => (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {times(count, (at) => (
        <div key={at} className="grid h-20 content-center gap-3 border-t border-line">
          <i className="w-20" />
          <i className="h-6 w-28" />
        </div>
      ))}
    </div>
  ),
  form: (count = 4) => (
    <div className="grid max-w-form gap-6">
      {times(count, (at) => (
        <div key={at} className="grid gap-2">
          <i className="w-24" />
          <i className="h-8 w-full" />
        </div>
      ))}
    </div>
  ),
  line: () => (
    <div className="flex min-h-8 items-center py-6">
      <i className="w-40" />
    </div>
  ),
};

function Rows({ count }: { count: number }) {
  return (
    <>
      <div className="h-8 border-b border-ink" />
      {times(count, (at) => (
        <div key={at} className="flex h-8 items-center gap-8 border-b border-line px-2 pointer-coarse:h-11">
          <i className="w-2/5" />
          <i className="ml-auto w-16" />
          <i className="w-20 max-sm:hidden" />
        </div>
      ))}
    </>
  );
}

function times<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
