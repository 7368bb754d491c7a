import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { useMayChange } from '@/api/members';
import { ordersQuery, orderTotalsQuery, type OrderSearch } from '@/api/orders';
import type { Organization } from '@/api/types';
import { exportHref, orderFilters, type OrderFilters } from '@/lib/list-filters';
import { orderSums } from '@/lib/list-sums';
import { ButtonLink } from '@/ui/Button';
import { orderColumns } from '@/ui/columns';
import { ResourceList } from '@/ui/ResourceList';
import { MoreOrderFilters, OrderFilterBar } from './OrderFilterBar';
import { OrderTiles } from './OrderTiles';

interface OrderListProps {
  organization: Organization;
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
}

const { number, customer, product, reason, status, amount, refunded, tax, total, created, paid } = orderColumns;
const columns = [number, customer, product, reason, status, amount, refunded, tax, total, created, paid];

const noFilters: OrderFilters = {
  query: '',
  status: 'all',
  reason: 'all',
  product: '',
  customer: '',
  subscription: '',
  discount: '',
  currency: '',
  dates: 'created',
  from: '',
  to: '',
};

export function OrderList({ organization, search, onSearch }: OrderListProps) {
  const query = useQuery(ordersQuery(organization.id, search));
  const { data: totals } = useQuery(orderTotalsQuery(organization.id, search));
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const found = totals?.totals ?? [];
  const bar = { organization, search, onSearch, currencies: found.map(({ currency }) => currency) };
  return (
    <ResourceList
      title="Orders"
      label="orders"
      kept="orders"
      above={<OrderTiles organization={organization} />}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org, id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Number, customer or product"
      filters={<OrderFilterBar {...bar} />}
      more={{
        filters: <MoreOrderFilters {...bar} />,
        names: ['product', 'customer', 'subscription', 'discount', 'currency'],
      }}
      noFilters={noFilters}
      totals={totals && { count: totals.count, sums: orderSums(found) }}
      exportHref={exportHref('orders', organization.id, orderFilters(search))}
      empty={{
        title: 'No orders yet',
        text: 'Every purchase and every renewal creates an order. Send someone to a checkout to get the first one.',
        action: mayChange && (
          <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
            New checkout
          </ButtonLink>
        ),
      }}
    />
  );
}
