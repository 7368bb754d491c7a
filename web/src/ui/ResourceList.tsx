import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Button } from './Button';
import { ColumnsMenu, useColumns } from './ColumnsMenu';
import { DataTable, type Page } from './DataTable';
import { ExportLink } from './ExportLink';
import { ListFilters } from './ListFilters';
import { ListSummary, type ListTotals } from './ListSummary';
import { NewRows } from './NewRows';
import { PageHead } from './PageHead';
import { EmptyState } from './States';
import { ViewsMenu } from './ViewsMenu';
import type { Column } from './table-column';

interface Search {
  page: number;
  sorting?: string;
  query?: string;
  limit?: number;
}

interface EmptyText {
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

interface ResourceListProps<Row extends { id: string }, S extends Search> {
  title: string;
  note?: ReactNode;
  /** The parent page, if it is not an area of its own. */
  up?: { label: string; link: LinkProps };
  /** What the rows are, plural and lower case: "customers". */
  label: string;
  query: UseQueryResult<Page<Row>>;
  columns: Column<Row>[];
  /** The page a row opens. */
  link?: (row: Row) => LinkProps;
  search: S;
  onSearch: (change: Partial<S>) => void;
  /** Figures between the head and the filters; not while the list is empty. */
  above?: ReactNode;
  /** Narrows the list, at its side where the window is wide; not while the list is empty. */
  beside?: ReactNode;
  /** The head's action: usually a link to add one. */
  action?: ReactNode;
  /** What the search field finds; without it, there is none. */
  searchLabel?: string;
  /** The filters that are used most. */
  filters?: ReactNode;
  /** Others, behind "More filters", and the names that they have in the search. */
  more?: { filters: ReactNode; names: readonly (keyof S)[] };
  /** The filters' values when none is set: "Clear filters" sets them, and any other value counts as a filter. */
  noFilters?: Partial<S>;
  /** Keeps columns and saved filters under this name. */
  kept?: string;
  /** Of all pages; without it, the number of rows alone. */
  totals?: ListTotals;
  /** The address of the rows as a CSV file. */
  exportHref?: string;
  /** Shown if no row matches the filters: what to change. */
  noMatch?: ReactNode;
  /** Shown if the list is empty: what it is for, and the first step. */
  empty: EmptyText;
}

/** A list's page: title, action, filters, sums, rows and empty states. */
export function ResourceList<Row extends { id: string }, S extends Search>(props: ResourceListProps<Row, S>) {
  const { title, note, up, label, query, link, search, action, searchLabel, filters, more, kept, exportHref } = props;
  const onSearch = (change: Partial<Search>) => props.onSearch(change as Partial<S>);
  const columns = useColumns(kept, props.columns);
  const noFilters = props.noFilters ?? {};
  const isSet = (name: keyof S) => search[name] !== (noFilters as S)[name];
  const isFiltered = (Object.keys(noFilters) as (keyof S)[]).some(isSet);
  const clear = () => props.onSearch(noFilters);
  const total = query.data?.pagination.total_count;
  const isShort = total !== undefined && total <= 1 && !isFiltered;
  return (
    <>
      <PageHead
        title={title}
        note={note}
        up={up}
        action={
          (action || exportHref) && (
            <>
              {exportHref && Boolean(total) && <ExportLink href={exportHref} rows={total ?? 0} />}
              {action}
            </>
          )
        }
      />
      {(Boolean(total) || isFiltered) && props.above}
      <Beside what={props.beside} isShown={total !== 0 || isFiltered}>
        {(searchLabel || filters) && (
          <ListFilters
            search={
              searchLabel === undefined
                ? undefined
                : { label: searchLabel, value: search.query ?? '', onChange: (text) => onSearch({ query: text }) }
            }
            more={more?.filters}
            moreSet={(more?.names ?? []).filter(isSet).length}
            views={kept && <ViewsMenu list={kept} search={search} onSearch={onSearch} isFiltered={isFiltered} />}
            onClear={isFiltered && total !== 0 ? clear : undefined}
          >
            {filters}
          </ListFilters>
        )}
        {kept && Boolean(total) && !isShort && (
          <ListSummary
            label={label}
            totals={props.totals ?? (total === undefined ? undefined : { count: total, sums: [] })}
            limit={search.limit}
            onLimit={(limit) => onSearch({ limit })}
          >
            <ColumnsMenu columns={props.columns} {...columns} />
          </ListSummary>
        )}
        <NewRows label={label} onShow={search.page > 1 ? () => onSearch({ page: 1 }) : undefined} />
        <DataTable
          main
          label={label}
          columns={columns.shown}
          query={query}
          rowKey={({ id }) => id}
          link={link}
          sorting={search.sorting}
          onSort={(sorting) => onSearch({ sorting })}
          page={search.page}
          onPage={(page) => onSearch({ page })}
          empty={
            <NoRows label={label} empty={props.empty} noMatch={props.noMatch} clear={isFiltered ? clear : undefined} />
          }
        />
      </Beside>
    </>
  );
}

interface BesideProps {
  what: ReactNode;
  isShown: boolean;
  children: ReactNode;
}

function Beside({ what, isShown, children }: BesideProps) {
  if (!what) return <>{children}</>;
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-x-8', isShown && 'lg:grid-cols-[14rem_minmax(0,1fr)]')}>
      {isShown && <div className="hidden lg:block">{what}</div>}
      <div>{children}</div>
    </div>
  );
}

interface NoRowsProps {
  label: string;
  empty: EmptyText;
  noMatch: ReactNode;
  clear: (() => void) | undefined;
}

function NoRows({ label, empty, noMatch, clear }: NoRowsProps) {
  if (!clear && !noMatch)
    return (
      <EmptyState title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    );
  return (
    <EmptyState title={`No matching ${label}`} action={clear && <Button onClick={clear}>Clear filters</Button>}>
      {noMatch || 'Change the search or the filters.'}
    </EmptyState>
  );
}
