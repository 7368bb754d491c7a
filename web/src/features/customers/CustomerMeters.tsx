import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { customerMetersQuery } from '@/api/customer-meters';
import type { CustomerMeter, Organization } from '@/api/types';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/table-column';
import { unitColumns } from '@/ui/unit-columns';

const METERS = 10;

const columns: Column<CustomerMeter>[] = [
  { header: 'Meter', sort: 'meter_name', phone: 'lead', grow: true, cell: ({ meter }) => meter.name },
  ...unitColumns,
];

/** What meters count of the customer in the open period, and what is credited; none if no meter counts anything of them. */
export function CustomerMeters({ customerId, organization }: { customerId: string; organization: Organization }) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState('meter_name');
  const query = useQuery(customerMetersQuery(organization.id, { page, sorting, limit: METERS, customer: customerId }));
  if (query.data?.pagination.total_count === 0) return null;
  return (
    <DataTable
      label="meters"
      columns={columns}
      query={query}
      rowKey={({ id }) => id}
      link={({ meter_id }) =>
        linkOptions({
          to: '/$org/usage-events',
          params: { org: organization.slug },
          search: { customer: customerId, meter: meter_id },
        })
      }
      sorting={sorting}
      onSort={(chosen) => {
        setSorting(chosen);
        setPage(1);
      }}
      page={page}
      onPage={setPage}
      empty={null}
    />
  );
}
