import { createFileRoute } from '@tanstack/react-router';
import { usageEventsQuery, type UsageEventSearch } from '@/api/usage-events';
import { UsageEventList } from '@/features/usage/UsageEventList';
import { choice, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<UsageEventSearch>({
  page,
  sorting: text('-timestamp'),
  limit,
  name: text(),
  source: choice('user', 'all', 'system'),
  customer: id,
  meter: id,
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/usage-events/')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(usageEventsQuery(context.organization.id, deps)),
  component: function UsageEventsRoute() {
    const navigate = Route.useNavigate();
    return (
      <UsageEventList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
