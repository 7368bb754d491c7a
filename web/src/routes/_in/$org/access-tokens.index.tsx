import { createFileRoute } from '@tanstack/react-router';
import { accessTokensQuery } from '@/api/access-tokens';
import { AccessTokenList } from '@/features/access-tokens/AccessTokenList';
import { apiAccess } from '@/features/organizations/areas';
import { listRoute, page, searchChange, text } from '@/lib/list-route';
import type { ListSearch } from '@/lib/search';
import { Tabs } from '@/ui/Tabs';

const list = listRoute<Omit<ListSearch, 'query'>>({
  page,
  sorting: text('-created_at'),
});

export const Route = createFileRoute('/_in/$org/access-tokens/')({
  staticData: { reserved: { who: 'Owners and admins see these tokens' } },
  ...list,
  loader: ({ context, deps }) => {
    if (context.mayChange) void context.queryClient.prefetchQuery(accessTokensQuery(context.organization.id, deps));
  },
  component: function AccessTokensRoute() {
    const navigate = Route.useNavigate();
    const { organization } = Route.useRouteContext();
    return (
      <>
        <Tabs label="API access" tabs={apiAccess(organization.slug)} />
        <AccessTokenList
          organization={organization}
          search={Route.useSearch()}
          onSearch={(change) => void navigate(searchChange(change))}
        />
      </>
    );
  },
});
