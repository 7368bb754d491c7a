import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { customerMetersQuery } from '@/api/customer-meters';
import type { CustomerMeter, Organization } from '@/api/types';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';
import { unitColumns } from '@/ui/unit-columns';

const CUSTOMERS = 10;

const columns: Column<CustomerMeter>[] = [
  { header: 'Customer', sort: 'customer_name', phone: 'lead', grow: true, cell: ({ customer }) => customer.email },
  ...unitColumns,
];

/** Who has used the meter in the open period, and what is credited to them. */
export function MeterCustomers({ meterId, organization }: { meterId: string; organization: Organization }) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState('-consumed_units');
  const query = useQuery(customerMetersQuery(organization.id, { page, sorting, limit: CUSTOMERS, meter: meterId }));
  return (
    <Section title="Customers">
      <DataTable
        label="customers"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ customer_id }) =>
          linkOptions({ to: '/$org/customers/$id', params: { org: organization.slug, id: customer_id } })
        }
        sorting={sorting}
        onSort={(chosen) => {
          setSorting(chosen);
          setPage(1);
        }}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState title="No customer yet">Customers appear here once the meter counts their usage.</EmptyState>
        }
      />
    </Section>
  );
}
