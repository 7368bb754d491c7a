import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { subscriptionOrdersQuery } from '@/api/orders';
import type { Order, Organization, Subscription } from '@/api/types';
import { orderColumns } from '@/ui/columns';
import { DataTable, type Column } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';

const { created, status, amount, reason } = orderColumns;
const columns: Column<Order>[] = [
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
  const query = useQuery(subscriptionOrdersQuery(organization.id, subscription));
  return (
    <Section title="Orders">
      <DataTable
        label="orders"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org: organization.slug, id } })}
        page={1}
        onPage={() => undefined}
        empty={<EmptyState title="Nothing charged yet">Each period makes an order here.</EmptyState>}
      />
    </Section>
  );
}
