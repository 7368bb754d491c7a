import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { useMayChange } from '@/api/members';
import { useProductOptions } from '@/api/products';
import { subscriptionsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { ButtonLink } from '@/ui/Button';
import { subscriptionColumns } from '@/ui/columns';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';

interface SubscriptionListProps {
  organization: Organization;
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

const states = [
  { value: 'all', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Not active' },
] as const;

const { customer, product, status, amount, started, periodEnd } = subscriptionColumns;
const columns = [customer, product, status, amount, started, periodEnd];

export function SubscriptionList({ organization, search, onSearch }: SubscriptionListProps) {
  const query = useQuery(subscriptionsQuery(organization.id, search));
  const products = useProductOptions(organization.id, ({ is_recurring }) => is_recurring);
  const customers = useCustomerChoices(organization.id, search.customer);
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const filtered = Boolean(search.product || search.customer) || search.running !== 'all';
  return (
    <ResourceList
      title="Subscriptions"
      label="subscriptions"
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/subscriptions/$id', params: { org, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <SelectFilter
            label="Status"
            value={search.running}
            options={states}
            onChange={(running) => onSearch({ running })}
          />
          <SelectFilter
            label="Product"
            value={search.product}
            options={products}
            onChange={(chosen) => onSearch({ product: chosen })}
          />
          <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
        </>
      }
      noMatch={filtered && 'Choose another status, product or customer.'}
      empty={{
        title: 'No subscriptions yet',
        text: 'Everyone who buys a product with a monthly or yearly price gets a subscription. It renews until it is canceled.',
        action: mayChange && (
          <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
            New checkout link
          </ButtonLink>
        ),
      }}
    />
  );
}
