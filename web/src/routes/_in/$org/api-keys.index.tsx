import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { apiKeysQuery } from '@/api/api-keys';
import { ApiKeyList } from '@/features/api-keys/ApiKeyList';
import { apiAccess } from '@/features/organizations/areas';
import { listRoute, page } from '@/lib/list-route';
import { Tabs } from '@/ui/Tabs';

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
      <>
        <Tabs label="API access" tabs={apiAccess(organization.slug)} />
        <ApiKeyList
          owner={{ organizationId: organization.id }}
          note="For programs whose calls you limit: in total, and per minute."
          empty="A key counts its uses and can run out of them. For most programs, an access token with scopes is the better choice."
          add={linkOptions({ to: '/$org/api-keys/new', params: { org: organization.slug } })}
          page={Route.useSearch().page}
          onPage={(chosen) => void navigate({ search: { page: chosen } })}
        />
      </>
    );
  },
});
