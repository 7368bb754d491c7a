import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { deliveriesQuery, endpointQuery } from '@/api/webhooks';
import type { DeliverySearch } from '@/features/webhooks/Deliveries';
import { EndpointDetail } from '@/features/webhooks/EndpointDetail';
import { choice, day, listRoute, page, text } from '@/lib/list-route';
import { isId } from '@/lib/search';
import { NoSuchHere } from '@/ui/NoSuch';

const list = listRoute<DeliverySearch>({
  page,
  open: text(),
  outcome: choice('all', 'succeeded', 'failed', 'waiting'),
  type: text(),
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/webhooks/$id/')({
  ...list,
  loaderDeps: ({ search: { open: _, ...deps } }) => deps,
  loader: ({ context, params, deps }) => {
    if (isId(params.id)) void context.queryClient.prefetchQuery(deliveriesQuery(params.id, deps.page, deps));
    return loadOne(context, params.id, endpointQuery(params.id));
  },
  notFoundComponent: () => <NoSuchHere what="endpoint" area="webhooks" />,
  component: function WebhookRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <EndpointDetail
        organization={Route.useRouteContext().organization}
        id={id}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }), resetScroll: false })}
        onDeleted={() => void navigate({ to: '/$org/webhooks', params: { org } })}
      />
    );
  },
});
