import { createFileRoute } from '@tanstack/react-router';
import { peopleQuery, type MemberSearch } from '@/api/members';
import { Members } from '@/features/members/Members';
import { listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<MemberSearch>({
  page,
  sorting: text('name'),
  query: text(),
  role: text(),
  invited: page,
});

export const Route = createFileRoute('/_in/$org/members/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(peopleQuery(context.organization.id, deps)),
  component: function MembersRoute() {
    const navigate = Route.useNavigate();
    return (
      <Members
        organization={Route.useRouteContext().organization}
        user={Route.useRouteContext().user}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
