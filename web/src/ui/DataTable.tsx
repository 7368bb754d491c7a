import type { UseQueryResult } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from './Icon';
import { Pagination } from './Pagination';
import { ErrorState, Loading } from './States';

export interface Column<Row> {
  header: string;
  cell: (row: Row, unit: string | undefined) => ReactNode;
  /** The server's sort property; without it, the column is not sortable. */
  sort?: string;
  /** Figures are right-aligned. */
  figures?: boolean;
  /** The currency of all rows, shown once in the head and passed to `cell`. */
  unit?: (rows: readonly Row[]) => string | undefined;
  /** On a phone: the row's first line left or right, a labelled line below (default), or not at all. */
  phone?: 'lead' | 'trail' | 'line' | 'hide';
  /** Contains the row's actions; its head is visible to screen readers only. */
  actions?: boolean;
  /** The column that may grow and is truncated if it does not fit. */
  grow?: boolean;
}

export interface Page<Row> {
  items: Row[];
  pagination: { total_count: number; max_page: number };
}

interface DataTableProps<Row> {
  /** What the rows are, plural and lower case: "customers". */
  label: string;
  columns: Column<Row>[];
  query: UseQueryResult<Page<Row>>;
  rowKey: (row: Row) => string;
  /** The page that Enter or a click on the row opens; the first column's cell becomes the link. */
  link?: (row: Row) => LinkProps;
  sorting?: string;
  onSort?: (sorting: string) => void;
  page: number;
  onPage: (page: number) => void;
  /** Shown if the list has no rows at all. */
  empty: ReactNode;
}

/** The server pages, sorts and filters; arrow keys move through the rows, Enter opens one. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, query, rowKey, link, sorting, onSort, page, onPage, empty } = props;
  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading what={label} />;
  const { items, pagination } = query.data;
  if (items.length === 0 && page === 1) return <>{empty}</>;
  const units = columns.map((column) => column.unit?.(items));
  return (
    <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
      <table role="table" aria-label={label} aria-busy={query.isFetching} className="w-full max-sm:block">
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row">
            {columns.map((column, index) => (
              <HeadCell key={column.header} {...{ column, unit: units[index], sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          className="max-sm:block max-sm:border-t max-sm:border-ink"
          onKeyDown={link && moveThroughRows}
        >
          {items.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              onClick={link && openRow}
              className={cx(
                // On a phone the pseudo-element breaks the line after lead (order 0) and trail (order 1).
                'border-b border-line max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:py-2 max-sm:after:order-1 max-sm:after:w-full',
                link && 'cursor-pointer hover:bg-shade has-[a[data-row]:focus-visible]:bg-shade',
              )}
            >
              {columns.map((column, index) => (
                <BodyCell key={column.header} column={column} unit={units[index]}>
                  {index === 0 && link ? (
                    <Link {...link(row)} data-row className="font-medium focus-visible:outline-offset-1">
                      {column.cell(row, units[index])}
                    </Link>
                  ) : (
                    column.cell(row, units[index])
                  )}
                </BodyCell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Pagination
        {...{ label, page, onPage }}
        total={pagination.total_count}
        pages={pagination.max_page}
        shown={items.length}
      />
    </div>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  unit: string | undefined;
  sorting?: string;
  onSort?: (sorting: string) => void;
}

function HeadCell<Row>({ column, unit, sorting, onSort }: HeadCellProps<Row>) {
  const { header, sort, figures, actions } = column;
  const direction = sort && sorting === sort ? 'ascending' : sort && sorting === `-${sort}` ? 'descending' : undefined;
  const name = (
    <>
      {header}
      {unit && <span className="font-normal text-faint">{unit.toUpperCase()}</span>}
    </>
  );
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction ?? (sort && onSort ? 'none' : undefined)}
      className={cx(
        'h-8 border-b border-ink px-3 text-note font-medium whitespace-nowrap text-soft first:pl-2 last:pr-2',
        figures ? 'text-right' : 'text-left',
      )}
    >
      {sort && onSort ? (
        <button
          type="button"
          onClick={() => onSort(direction === 'descending' ? sort : `-${sort}`)}
          className={cx(
            'inline-flex items-center gap-1 rounded-mark hover:text-ink',
            direction && 'text-ink',
            figures && 'flex-row-reverse',
          )}
        >
          <span className="inline-flex gap-1">{name}</span>
          <span className={direction ? undefined : 'opacity-0'}>
            <Icon name={direction === 'ascending' ? 'up' : 'down'} size={12} />
          </span>
        </button>
      ) : (
        <span className={actions ? 'sr-only' : 'inline-flex gap-1'}>{name}</span>
      )}
    </th>
  );
}

function BodyCell<Row>({ column, unit, children }: { column: Column<Row>; unit?: string; children: ReactNode }) {
  const { phone = 'line', figures, grow, header, actions } = column;
  return (
    <td
      role="cell"
      onPointerEnter={grow ? tellWhole : undefined}
      className={cx(
        'h-8 px-3 py-1 first:pl-2 last:pr-2 max-sm:h-auto max-sm:px-2 max-sm:py-0.5',
        (figures || actions) && 'text-right whitespace-nowrap',
        grow && 'w-1/2 max-w-0 truncate max-sm:w-auto max-sm:max-w-none',
        phone === 'lead' && 'max-sm:min-w-0 max-sm:flex-1 max-sm:truncate',
        phone === 'trail' && 'max-sm:order-1 max-sm:ml-auto max-sm:flex-none',
        phone === 'line' &&
          'max-sm:order-2 max-sm:min-w-0 max-sm:text-left max-sm:[overflow-wrap:anywhere] max-sm:whitespace-normal max-sm:text-soft',
        phone === 'hide' && 'max-sm:hidden',
      )}
    >
      {phone === 'line' && (
        <span aria-hidden="true" className="mr-2 hidden text-note text-faint max-sm:inline">
          {header}
          {unit && ` ${unit.toUpperCase()}`}
        </span>
      )}
      {children}
      {phone === 'trail' && unit && (
        <span aria-hidden="true" className="ml-1.5 hidden text-note text-faint max-sm:inline">
          {unit.toUpperCase()}
        </span>
      )}
    </td>
  );
}

/** Shows truncated text as a tooltip. */
function tellWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : '';
}

function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  links[Math.min(Math.max(to ?? 0, 0), links.length - 1)]?.focus();
}

function openRow(event: MouseEvent<HTMLElement>): void {
  if ((event.target as Element).closest('a, button, input, select') || event.metaKey || event.ctrlKey) return;
  if (window.getSelection()?.toString()) return;
  event.currentTarget.querySelector<HTMLElement>('a[data-row]')?.click();
}
