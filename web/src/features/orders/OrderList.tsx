import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { ordersQuery, type OrderSearch } from '@/api/orders';
import { productChoicesQuery } from '@/api/products';
import type { Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { orderColumns } from '@/ui/columns';
import { DataTable } from '@/ui/DataTable';
import { FilterBar, SelectFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { PickFilter } from '@/ui/PickFilter';
import { EmptyState } from '@/ui/States';

interface OrderListProps {
  organization: Organization;
  search: OrderSearch;
  onSearch: (change: Partial<OrderSearch>) => void;
}

const billingTypes = [
  { value: 'all', label: 'Once and recurring' },
  { value: 'one_time', label: 'Sold once' },
  { value: 'recurring', label: 'Recurring' },
] as const;

const { customer, product, reason, status, amount, created } = orderColumns;
const columns = [customer, product, reason, status, amount, created];

export function OrderList({ organization, search, onSearch }: OrderListProps) {
  const query = useQuery(ordersQuery(organization.id, search));
  const products = useQuery(productChoicesQuery(organization.id));
  const customers = useCustomerChoices(organization.id, search.customer);
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const filtered = Boolean(search.product || search.customer) || search.billing !== 'all';
  return (
    <>
      <PageHead title="Orders" />
      <FilterBar>
        <SelectFilter
          label="Product"
          value={search.product}
          options={[
            { value: '', label: 'Any product' },
            ...(products.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(chosen) => onSearch({ product: chosen })}
        />
        <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
        <SelectFilter
          label="Billing type"
          value={search.billing}
          options={billingTypes}
          onChange={(billing) => onSearch({ billing })}
        />
      </FilterBar>
      <DataTable
        label="orders"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/orders/$id', params: { org, id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          filtered ? (
            <EmptyState title="No order fits">Choose another product, customer or billing type.</EmptyState>
          ) : (
            <EmptyState
              title="No orders yet"
              action={
                mayChange && (
                  <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
                    New checkout link
                  </ButtonLink>
                )
              }
            >
              Every purchase and every renewal makes an order. Send someone to a checkout to get the first one.
            </EmptyState>
          )
        }
      />
    </>
  );
}
