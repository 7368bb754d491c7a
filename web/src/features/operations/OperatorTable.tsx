import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { cutPage } from '@/api/paging';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/table-column';

interface OperatorTableProps<Answer, Row, Key extends QueryKey> {
  /** What the rows are, plural and lower case. */
  label: string;
  query: UseQueryOptions<Answer, Error, Answer, Key>;
  rowsOf: (answer: Answer) => readonly Row[];
  columns: Column<Row>[];
  rowKey: (row: Row) => string;
  /** Said if there are none. */
  none: string;
}

/** A table over an answer that has all its rows. */
export function OperatorTable<Answer, Row, Key extends QueryKey>(props: OperatorTableProps<Answer, Row, Key>) {
  const { label, query, rowsOf, columns, rowKey, none } = props;
  const [page, setPage] = useState(1);
  const found = useQuery({ ...query, select: (answer: Answer) => cutPage([...rowsOf(answer)], page) });
  return (
    <DataTable
      label={label}
      columns={columns}
      query={found}
      rowKey={rowKey}
      page={page}
      onPage={setPage}
      empty={<p className="border-t border-line py-2 text-soft">{none}</p>}
    />
  );
}
