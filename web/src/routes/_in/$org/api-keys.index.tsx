import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { apiKeysQuery } from '@/api/api-keys';
import { ApiKeyList } from '@/features/api-keys/ApiKeyList';
import { listRoute, page } from '@/lib/list-route';

const list = listRoute<{ page: number }>({ page });

export const Route = createFileRoute('/_in/$org/api-keys/')({
  staticData: { reserved: { who: 'Owners and admins see these keys' } },
  ...list,
  loader: ({ context: { mayChange, queryClient, organization } }) => {
    if (mayChange) void queryClient.prefetchQuery(apiKeysQuery({ organizationId: organization.id }));
  },
  component: function ApiKeysRoute() {
    const navigate = Route.useNavigate();
    const { organization } = Route.useRouteContext();
    return (
      <ApiKeyList
        owner={{ organizationId: organization.id }}
        note="Programs call Tillbook for the organization with one of these, within the limits you set."
        empty="A key is like an access token that can be counted: so many uses in all, so many in a minute."
        add={linkOptions({ to: '/$org/api-keys/new', params: { org: organization.slug } })}
        page={Route.useSearch().page}
        onPage={(chosen) => void navigate({ search: { page: chosen } })}
      />
    );
  },
});
