import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { ordersQuery } from '@/api/orders';
import type { Order, Organization } from '@/api/types';
import { orderColumns } from '@/ui/columns';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';

const { number, product, status, amount, created } = orderColumns;
const columns: Column<Order>[] = [number, { ...product, phone: 'lead', grow: true }, status, amount, created];

/** What the customer has bought and been charged. */
export function CustomerOrders({ customerId, organization }: { customerId: string; organization: Organization }) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState('-created_at');
  const search = { page, sorting, customer: customerId };
  const query = useQuery(ordersQuery(organization.id, search));
  return (
    <Section title="Orders">
      <DataTable
        label="orders"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org: organization.slug, id } })}
        sorting={sorting}
        onSort={(chosen) => {
          setSorting(chosen);
          setPage(1);
        }}
        page={page}
        onPage={setPage}
        empty={<EmptyState title="Nothing bought yet">What this customer buys appears here.</EmptyState>}
      />
    </Section>
  );
}
