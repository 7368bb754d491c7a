import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { endpointsQuery } from '@/api/webhooks';
import { EndpointList } from '@/features/webhooks/EndpointList';
import { pageOf, textOf, type ListSearch, type SearchInput } from '@/lib/search';

type Search = Pick<ListSearch, 'page' | 'sorting'>;

export const Route = createFileRoute('/_in/$org/webhooks/')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    page: pageOf(raw.page),
    sorting: textOf(raw.sorting, '-created_at'),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, sorting: '-created_at' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(endpointsQuery(context.organization.id, deps)),
  component: function WebhooksRoute() {
    const navigate = Route.useNavigate();
    return (
      <EndpointList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
