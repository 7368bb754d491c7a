import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { customerMetersQuery } from '@/api/customer-meters';
import { MEASURED_MS } from '@/api/live-usage';
import type { CustomerMeter, Organization } from '@/api/types';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/table-column';
import { unitColumns } from '@/ui/unit-columns';

const ROWS = 10;

/** What the rows of a table differ by. */
export type LeadColumn = Pick<Column<CustomerMeter>, 'header' | 'sort' | 'cell'>;

interface CustomerMeterTableProps {
  organization: Organization;
  /** Whose rows, or those of which meter. */
  of: { customer: string } | { meter: string };
  label: 'customers' | 'meters';
  lead: LeadColumn;
  /** At first. */
  sorting: string;
  link: (row: CustomerMeter) => LinkProps;
  /** null: nothing is shown without rows. */
  empty: ReactNode;
}

/** What meters count of customers in their open period, and what is credited, page by page. */
export function CustomerMeterTable({
  organization,
  of,
  label,
  lead,
  sorting: first,
  link,
  empty,
}: CustomerMeterTableProps) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState(first);
  const rows = customerMetersQuery(organization.id, { page, sorting, limit: ROWS, ...of });
  const query = useQuery({ ...rows, refetchInterval: MEASURED_MS });
  const columns = useMemo(
    (): Column<CustomerMeter>[] => [{ ...lead, phone: 'lead', grow: true }, ...unitColumns],
    [lead],
  );
  if (empty === null && query.data?.pagination.total_count === 0) return null;
  return (
    <DataTable
      label={label}
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
      link={link}
      sorting={sorting}
      onSort={(chosen) => {
        setSorting(chosen);
        setPage(1);
      }}
      page={page}
      onPage={setPage}
      empty={empty}
    />
  );
}
