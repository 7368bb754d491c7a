import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { customerMetersQuery } from '@/api/customer-meters';
import type { CustomerMeter, Organization } from '@/api/types';
import { count } from '@/lib/format';
import { DataTable } from '@/ui/DataTable';
import type { Column } from '@/ui/table-column';

const METERS = 10;

/** Stacked rows have no head: there, figures say themselves what they are. */
const inHead = () => '';
const withWord = (units: number, what: string, head: string | undefined) =>
  head === undefined ? `${count(units)} ${what}` : count(units);

const columns: Column<CustomerMeter>[] = [
  { header: 'Meter', sort: 'meter_name', phone: 'lead', grow: true, cell: ({ meter }) => meter.name },
  {
    header: 'Consumed',
    sort: 'consumed_units',
    figures: true,
    priority: 1,
    unit: inHead,
    cell: ({ consumed_units }, head) => withWord(consumed_units, 'consumed', head),
  },
  {
    header: 'Credited',
    sort: 'credited_units',
    figures: true,
    priority: 2,
    unit: inHead,
    cell: ({ credited_units }, head) => withWord(credited_units, 'credited', head),
  },
  {
    header: 'Balance',
    sort: 'balance',
    phone: 'trail',
    figures: true,
    priority: 0,
    cell: ({ balance }) => count(balance),
  },
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
