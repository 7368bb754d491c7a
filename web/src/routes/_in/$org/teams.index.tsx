import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { fullOrganizationQuery } from '@/api/organizations';
import { TeamList } from '@/features/teams/TeamList';
import { pageOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/teams/')({
  validateSearch: (raw: SearchInput<{ page: number }>) => ({ page: pageOf(raw.page) }),
  search: { middlewares: [stripSearchParams({ page: 1 })] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(fullOrganizationQuery(context.organization.id)),
  component: function TeamsRoute() {
    const navigate = Route.useNavigate();
    return (
      <TeamList
        organization={Route.useRouteContext().organization}
        page={Route.useSearch().page}
        onPage={(page) => void navigate({ search: { page } })}
      />
    );
  },
});
