import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DataTable, type Column, type Page } from './DataTable';
import { FilterBar } from './FilterBar';
import { NewRows } from './NewRows';
import { PageHead } from './PageHead';
import { EmptyState } from './States';

interface Search {
  page: number;
  sorting?: string;
}

interface EmptyText {
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

interface ResourceListProps<Row extends { id: string }> {
  title: string;
  note?: ReactNode;
  /** What the rows are, plural and lower case: "customers". */
  label: string;
  query: UseQueryResult<Page<Row>>;
  columns: Column<Row>[];
  /** The page a row opens. */
  link?: (row: Row) => LinkProps;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
  /** The head's action: usually a link to add one. */
  action?: ReactNode;
  filters?: ReactNode;
  /** Shown if no row matches the filters: what to change. */
  noMatch?: ReactNode;
  /** Shown if the list is empty: what it is for, and the first step. */
  empty: EmptyText;
}

/** A list's page: title, action, filters, rows and empty states. */
export function ResourceList<Row extends { id: string }>(props: ResourceListProps<Row>) {
  const { title, note, label, query, columns, link, search, onSearch, action, filters, noMatch } = props;
  const emptyText: EmptyText = noMatch ? { title: `No matching ${label}`, text: noMatch } : props.empty;
  return (
    <>
      <PageHead title={title} note={note} action={action} />
      {filters && <FilterBar>{filters}</FilterBar>}
      <NewRows label={label} onShow={search.page > 1 ? () => onSearch({ page: 1 }) : undefined} />
      <DataTable
        main
        label={label}
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={link}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          <EmptyState title={emptyText.title} action={emptyText.action}>
            {emptyText.text}
          </EmptyState>
        }
      />
    </>
  );
}
