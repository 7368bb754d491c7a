import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { ordersQuery, type OrderSearch } from '@/api/orders';
import { useProductOptions } from '@/api/products';
import type { Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { orderColumns } from '@/ui/columns';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';

interface OrderListProps {
  organization: Organization;
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
}

const billingTypes = [
  { value: 'all', label: 'Any billing type' },
  { value: 'one_time', label: 'One-time' },
  { value: 'recurring', label: 'Recurring' },
] as const;

const { customer, product, reason, status, amount, created } = orderColumns;
const columns = [customer, product, reason, status, amount, created];

export function OrderList({ organization, search, onSearch }: OrderListProps) {
  const query = useQuery(ordersQuery(organization.id, search));
  const products = useProductOptions(organization.id);
  const customers = useCustomerChoices(organization.id, search.customer);
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const filtered = Boolean(search.product || search.customer) || search.billing !== 'all';
  return (
    <ResourceList
      title="Orders"
      label="orders"
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <SelectFilter
            label="Product"
            value={search.product}
            options={products}
            onChange={(chosen) => onSearch({ product: chosen })}
          />
          <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
          <SelectFilter
            label="Billing type"
            value={search.billing}
            options={billingTypes}
            onChange={(billing) => onSearch({ billing })}
          />
        </>
      }
      noMatch={filtered && 'Choose another product, customer or billing type.'}
      empty={{
        title: 'No orders yet',
        text: 'Every purchase and every renewal creates an order. Send someone to a checkout to get the first one.',
        action: mayChange && (
          <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
            New checkout link
          </ButtonLink>
        ),
      }}
    />
  );
}
