import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { productChoicesQuery } from '@/api/products';
import { subscriptionsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { subscriptionColumns } from '@/ui/columns';
import { DataTable } from '@/ui/DataTable';
import { FilterBar, SelectFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { PickFilter } from '@/ui/PickFilter';
import { EmptyState } from '@/ui/States';

interface SubscriptionListProps {
  organization: Organization;
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

const states = [
  { value: 'all', label: 'Active or not' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Not active' },
] as const;

const { customer, product, status, amount, interval, started, periodEnd } = subscriptionColumns;
const columns = [customer, product, status, amount, interval, started, periodEnd];

export function SubscriptionList({ organization, search, onSearch }: SubscriptionListProps) {
  const query = useQuery(subscriptionsQuery(organization.id, search));
  const products = useQuery(productChoicesQuery(organization.id));
  const customers = useCustomerChoices(organization.id, search.customer);
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const recurring = (products.data?.items ?? []).filter(({ is_recurring }) => is_recurring);
  const filtered = Boolean(search.product || search.customer) || search.running !== 'all';
  return (
    <>
      <PageHead title="Subscriptions" />
      <FilterBar>
        <SelectFilter
          label="State"
          value={search.running}
          options={states}
          onChange={(running) => onSearch({ running })}
        />
        <SelectFilter
          label="Product"
          value={search.product}
          options={[
            { value: '', label: 'Any product' },
            ...recurring.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(chosen) => onSearch({ product: chosen })}
        />
        <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
      </FilterBar>
      <DataTable
        label="subscriptions"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/subscriptions/$id', params: { org, id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          filtered ? (
            <EmptyState title="No subscription fits">Choose another state, product or customer.</EmptyState>
          ) : (
            <EmptyState
              title="Nobody subscribes yet"
              action={
                mayChange && (
                  <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
                    New checkout link
                  </ButtonLink>
                )
              }
            >
              Whoever buys a product that is charged monthly or yearly gets a subscription. It renews by itself until it
              is canceled.
            </EmptyState>
          )
        }
      />
    </>
  );
}
