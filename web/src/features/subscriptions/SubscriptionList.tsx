import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMayChange } from '@/api/members';
import { subscriptionsQuery, subscriptionTotalsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { exportHref, subscriptionFilters, type SubscriptionFilters } from '@/lib/list-filters';
import { subscriptionSums } from '@/lib/list-sums';
import { ButtonLink } from '@/ui/Button';
import { subscriptionColumns } from '@/ui/columns';
import { ResourceList } from '@/ui/ResourceList';
import { CancellationReasons } from './CancellationReasons';
import { MoreSubscriptionFilters, SubscriptionFilterBar } from './SubscriptionFilterBar';

interface SubscriptionListProps {
  organization: Organization;
  search: SubscriptionSearch;
  onSearch: (change: Partial<SubscriptionSearch>) => void;
}

const { customer, product, status, amount, started, periodEnd } = subscriptionColumns;
const columns = [customer, product, status, amount, started, periodEnd];

const noFilters: SubscriptionFilters = {
  query: '',
  status: 'all',
  product: '',
  customer: '',
  interval: 'all',
  cancellation: 'all',
  currency: '',
  dates: 'started',
  from: '',
  to: '',
};

export function SubscriptionList({ organization, search, onSearch }: SubscriptionListProps) {
  const query = useQuery(subscriptionsQuery(organization.id, search));
  const { data: totals } = useQuery(subscriptionTotalsQuery(organization.id, search));
  const mayChange = useMayChange(organization.id);
  const org = organization.slug;
  const found = totals?.totals ?? [];
  const bar = { organization, search, onSearch, currencies: found.map(({ currency }) => currency) };
  return (
    <ResourceList
      title="Subscriptions"
      label="subscriptions"
      kept="subscriptions"
      above={<CancellationReasons organization={organization} search={search} onSearch={onSearch} />}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/subscriptions/$id', params: { org, id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Customer or product"
      filters={<SubscriptionFilterBar {...bar} />}
      more={{
        filters: <MoreSubscriptionFilters {...bar} />,
        names: ['product', 'customer', 'currency', 'cancellation'],
      }}
      noFilters={noFilters}
      totals={totals && { count: totals.count, sums: subscriptionSums(found, search) }}
      exportHref={exportHref('subscriptions', organization.id, subscriptionFilters(search))}
      empty={{
        title: 'No subscriptions yet',
        text: 'Everyone who buys a product with a monthly or yearly price gets a subscription. It renews until it is canceled.',
        action: mayChange && (
          <ButtonLink to="/$org/checkouts/new" params={{ org }} kind="primary">
            New checkout
          </ButtonLink>
        ),
      }}
    />
  );
}
