import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { peopleQuery, type MemberSearch } from '@/api/members';
import { Members } from '@/features/members/Members';
import { listDefaults, listSearch, pageOf, textOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/members/')({
  validateSearch: (raw: SearchInput<MemberSearch>): MemberSearch => ({
    ...listSearch(raw, 'name'),
    role: textOf(raw.role, ''),
    invited: pageOf(raw.invited),
  }),
  search: { middlewares: [stripSearchParams({ ...listDefaults, sorting: 'name', role: '', invited: 1 })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(peopleQuery(context.organization.id, deps)),
  component: function MembersRoute() {
    const navigate = Route.useNavigate();
    return (
      <Members
        organization={Route.useRouteContext().organization}
        user={Route.useRouteContext().user}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
