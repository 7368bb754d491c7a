import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { ordersQuery } from '@/api/orders';
import type { Order, Organization, Subscription } from '@/api/types';
import { orderColumns } from '@/ui/columns';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';

const { number, created, status, amount, reason } = orderColumns;
const columns: Column<Order>[] = [
  number,
  { ...reason, phone: 'lead', grow: true },
  status,
  { ...amount, sort: undefined },
  { ...created, sort: undefined },
];

/** The subscription's orders, newest first. */
export function SubscriptionOrders({
  subscription,
  organization,
}: {
  subscription: Subscription;
  organization: Organization;
}) {
  const [page, setPage] = useState(1);
  const search = { page, sorting: '-created_at', subscription: subscription.id };
  const query = useQuery(ordersQuery(organization.id, search));
  return (
    <Section title="Orders">
      <DataTable
        label="orders"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org: organization.slug, id } })}
        page={page}
        onPage={setPage}
        empty={<EmptyState title="Nothing charged yet">Each period makes an order here.</EmptyState>}
      />
    </Section>
  );
}
