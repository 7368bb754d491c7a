import { createFileRoute } from '@tanstack/react-router';
import { subscriptionsQuery, type SubscriptionSearch } from '@/api/subscriptions';
import { SubscriptionList } from '@/features/subscriptions/SubscriptionList';
import { cancellationReasons } from '@/lib/billing';
import { subscriptionStates } from '@/lib/list-filters';
import { choice, code, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<SubscriptionSearch>({
  page,
  sorting: text('-started_at'),
  limit,
  query: text(),
  status: choice('all', 'live', 'renewing', 'ending', ...subscriptionStates),
  product: id,
  customer: id,
  interval: choice('all', 'month', 'year'),
  cancellation: choice('all', ...cancellationReasons.map(({ value }) => value)),
  currency: code,
  dates: choice('started', 'period_ends', 'ended'),
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/subscriptions/')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(subscriptionsQuery(context.organization.id, deps)),
  component: function SubscriptionsRoute() {
    const navigate = Route.useNavigate();
    return (
      <SubscriptionList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
