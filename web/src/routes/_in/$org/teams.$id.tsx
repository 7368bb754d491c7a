import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { fullOrganizationQuery } from '@/api/organizations';
import { TeamDetail } from '@/features/teams/TeamDetail';
import { pageOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/teams/$id')({
  validateSearch: (raw: SearchInput<{ page: number }>) => ({ page: pageOf(raw.page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(fullOrganizationQuery(context.organization.id)),
  component: function TeamRoute() {
    const navigate = Route.useNavigate();
    const { organization } = Route.useRouteContext();
    return (
      <TeamDetail
        organization={organization}
        id={Route.useParams().id}
        page={Route.useSearch().page}
        onPage={(page) => void navigate({ search: { page } })}
        onRemoved={() => void navigate({ to: '/$org/teams', params: { org: organization.slug } })}
      />
    );
  },
});
