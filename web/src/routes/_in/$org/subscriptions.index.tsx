import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { subscriptionsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';
import { listSearch, oneOf, textOf, type SearchInput } from '@/lib/search';

const defaults = { page: 1, sorting: '-started_at', product: '', customer: '', running: 'all' } as const;

export const Route = createFileRoute('/_in/$org/subscriptions/')({
  validateSearch: (raw: SearchInput<SubscriptionSearch>): SubscriptionSearch => {
    const { page, sorting } = listSearch(raw, defaults.sorting);
    return {
      page,
      sorting,
      product: textOf(raw.product, ''),
      customer: textOf(raw.customer, ''),
      running: oneOf(raw.running, ['active', 'inactive', 'all'], 'all'),
    };
  },
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(subscriptionsQuery(context.organization.id, deps)),
  component: function SubscriptionsRoute() {
    const navigate = Route.useNavigate();
    return (
      <SubscriptionList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
