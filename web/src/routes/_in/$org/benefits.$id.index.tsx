import { createFileRoute } from '@tanstack/react-router';
import { benefitQuery, grantsQuery, type GrantState } from '@/api/benefits';
import { loadOne } from '@/api/one';
import { BenefitDetail } from '@/features/benefits/BenefitDetail';
import { choice, listRoute, page, searchChange } from '@/lib/list-route';
import { isId } from '@/lib/search';
import { NoSuchHere } from '@/ui/NoSuch';

const grants = listRoute<{ page: number; grants: GrantState }>({ page, grants: choice('all', 'granted', 'revoked') });

export const Route = createFileRoute('/_in/$org/benefits/$id/')({
  ...grants,
  loader: ({ context, params, deps }) => {
    if (isId(params.id)) void context.queryClient.prefetchQuery(grantsQuery(params.id, deps));
    return loadOne(context, params.id, benefitQuery(params.id));
  },
  notFoundComponent: () => <NoSuchHere what="benefit" area="benefits" />,
  component: function BenefitRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <BenefitDetail
        organization={Route.useRouteContext().organization}
        id={id}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
        onDeleted={() => void navigate({ to: '/$org/benefits', params: { org } })}
      />
    );
  },
});
