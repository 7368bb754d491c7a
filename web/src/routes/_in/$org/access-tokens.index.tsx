import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { accessTokensQuery } from '@/api/access-tokens';
import { AccessTokenList } from '@/features/access-tokens/AccessTokenList';
import { pageOf, textOf, type ListSearch, type SearchInput } from '@/lib/search';

type Search = Pick<ListSearch, 'page' | 'sorting'>;

export const Route = createFileRoute('/_in/$org/access-tokens/')({
  staticData: { reserved: { who: 'Owners and admins see these tokens' } },
  validateSearch: (raw: SearchInput<Search>): Search => ({
    page: pageOf(raw.page),
    sorting: textOf(raw.sorting, '-created_at'),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, sorting: '-created_at' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (context.mayChange) void context.queryClient.prefetchQuery(accessTokensQuery(context.organization.id, deps));
  },
  component: function AccessTokensRoute() {
    const navigate = Route.useNavigate();
    return (
      <AccessTokenList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
