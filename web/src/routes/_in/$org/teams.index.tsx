import { createFileRoute } from '@tanstack/react-router';
import { fullOrganizationQuery } from '@/api/organizations';
import { TeamList } from '@/features/teams/TeamList';
import { listRoute, page } from '@/lib/list-route';

const list = listRoute<{ page: number }>({ page });

export const Route = createFileRoute('/_in/$org/teams/')({
  ...list,
  loader: ({ context }) => void context.queryClient.prefetchQuery(fullOrganizationQuery(context.organization.id)),
  component: function TeamsRoute() {
    const navigate = Route.useNavigate();
    return (
      <TeamList
        organization={Route.useRouteContext().organization}
        page={Route.useSearch().page}
        onPage={(chosen) => void navigate({ search: { page: chosen } })}
      />
    );
  },
});
