import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { count, plural } from '@/lib/format';
import { Button, ButtonLink } from './Button';
import { Pagination } from './Pagination';
import { useRowKeys } from './row-keys';
import { StackedRows } from './StackedRows';
import { Loading } from './Loading';
import { EmptyState, ErrorState } from './States';
import type { Column } from './table-column';
import { columnsIn, gridOf, useRoom } from './table-layout';
import { TableHead, type Sorting } from './TableHead';

export interface Page<Row> {
  items: Row[];
  pagination: { total_count: number; max_page: number };
}

interface DataTableProps<Row> extends Sorting {
  /** What the rows are, plural and lower case: "customers". */
  label: string;
  columns: Column<Row>[];
  query: UseQueryResult<Page<Row>>;
  rowKey: (row: Row) => string;
  /** The page that a row opens; its first cell becomes the link, which covers the whole row. */
  link?: (row: Row) => LinkProps;
  page: number;
  onPage: (page: number) => void;
  /** Shown if the list has no rows at all. */
  empty: ReactNode;
  /** The page's own list: arrow keys lead into it from anywhere, and going back returns to the row that was opened. */
  main?: boolean;
}

/** The server pages, sorts and filters. Columns hide by priority where there is little room; in still less, rows are stacked. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, query, rowKey, link, sorting, onSort, page, onPage, empty, main = false } = props;
  const [room, box] = useRoom();
  const visible = useMemo(() => columnsIn(columns, room), [columns, room]);
  const rows = useRowKeys(main, Boolean(query.data));
  if (query.isError && !query.data) {
    // The server does not know the parameter, so trying again would not help.
    const showAll = isUnknown(query.error) && (
      <ButtonLink to="." search={{}}>
        Show all {label}
      </ButtonLink>
    );
    const error =
      showAll && !saysWhy(query.error)
        ? new Error('The address asks for a sorting or a filter that the list does not have.')
        : query.error;
    return <ErrorState error={error} onRetry={() => void query.refetch()} action={showAll || undefined} />;
  }
  if (!query.data) return <Loading what={label} shape="rows" />;
  const { items, pagination } = query.data;
  if (items.length === 0 && page === 1) return <>{empty}</>;
  if (items.length === 0) return <NoSuchPage page={page} last={pagination.max_page} onPage={onPage} />;
  const unitOf = (column: Column<Row>) => column.unit?.(items);
  return (
    <div ref={box} className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
      <div ref={rows}>
        {visible ? (
          <table
            role="table"
            aria-label={label}
            aria-busy={query.isFetching}
            className="grid w-full"
            style={{ gridTemplateColumns: gridOf(visible) }}
          >
            <TableHead columns={visible} unitOf={unitOf} sorting={sorting} onSort={onSort} />
            <tbody role="rowgroup" className="col-span-full grid grid-cols-subgrid">
              {items.map((row) => (
                <tr
                  key={rowKey(row)}
                  role="row"
                  className={cx(
                    'row col-span-full grid min-h-8 grid-cols-subgrid items-center border-b border-line',
                    link && 'hover:bg-shade',
                  )}
                >
                  {visible.map((column, index) => (
                    <td key={column.header} role="cell" className={cellClass(column)}>
                      {index === 0 && link ? (
                        <Link {...link(row)} data-row={rowKey(row)} className="font-medium">
                          {column.cell(row, unitOf(column))}
                        </Link>
                      ) : (
                        column.cell(row, unitOf(column))
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <StackedRows {...{ label, columns, items, rowKey, link, sorting, onSort }} busy={query.isFetching} />
        )}
      </div>
      <Pagination
        {...{ label, page, onPage }}
        total={pagination.total_count}
        pages={pagination.max_page}
        shown={items.length}
      />
    </div>
  );
}

function NoSuchPage({ page, last, onPage }: { page: number; last: number; onPage: (page: number) => void }) {
  return (
    <EmptyState
      title={`There is no page ${count(page)}`}
      action={<Button onClick={() => onPage(last)}>Go to the last page</Button>}
    >
      The list has {plural(last, 'page')}.
    </EmptyState>
  );
}

function isUnknown(error: Error): boolean {
  return 'status' in error && (error.status === 422 || error.status === 404);
}

/** Each filter is known, but not all of them together. */
function saysWhy(error: Error): boolean {
  return (
    'status' in error && error.status === 422 && 'fields' in error && Object.keys(error.fields as object).length === 0
  );
}

function cellClass<Row>({ figures, actions, grow }: Column<Row>): string {
  return cx(
    'px-3 py-1 whitespace-nowrap first:pl-2 last:pr-2',
    (figures || actions) && 'text-right',
    grow && 'min-w-0 truncate',
  );
}
