import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { deliveriesQuery, endpointQuery } from '@/api/webhooks';
import type { DeliverySearch } from '@/features/webhooks/Deliveries';
import { EndpointDetail } from '@/features/webhooks/EndpointDetail';
import { dayOf, isId, pageOf, textOf, type SearchInput } from '@/lib/search';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/webhooks/$id/')({
  validateSearch: (raw: SearchInput<DeliverySearch>): DeliverySearch => ({
    page: pageOf(raw.page),
    open: textOf(raw.open, ''),
    failed: dayOf(raw.failed),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, open: '', failed: '' })] },
  loaderDeps: ({ search: { page, failed } }) => ({ page, failed }),
  loader: ({ context, params, deps }) => {
    if (isId(params.id)) void context.queryClient.prefetchQuery(deliveriesQuery(params.id, deps.page, deps.failed));
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
