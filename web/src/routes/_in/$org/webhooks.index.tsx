import { createFileRoute } from '@tanstack/react-router';
import { endpointsQuery } from '@/api/webhooks';
import { EndpointList } from '@/features/webhooks/EndpointList';
import { listRoute, page, searchChange, text } from '@/lib/list-route';
import type { ListSearch } from '@/lib/search';

const list = listRoute<Omit<ListSearch, 'query'>>({
  page,
  sorting: text('-created_at'),
});

export const Route = createFileRoute('/_in/$org/webhooks/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(endpointsQuery(context.organization.id, deps)),
  component: function WebhooksRoute() {
    const navigate = Route.useNavigate();
    return (
      <EndpointList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
