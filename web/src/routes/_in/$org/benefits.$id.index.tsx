import { createFileRoute } from '@tanstack/react-router';
import { benefitQuery, grantsQuery, type GrantState } from '@/api/benefits';
import { BenefitDetail } from '@/features/benefits/BenefitDetail';
import { choice, listRoute, page, searchChange } from '@/lib/list-route';

const grants = listRoute<{ page: number; grants: GrantState }>({ page, grants: choice('all', 'granted', 'revoked') });

export const Route = createFileRoute('/_in/$org/benefits/$id/')({
  ...grants,
  loader: ({ context, params, deps }) => {
    void context.queryClient.prefetchQuery(grantsQuery(params.id, deps));
    return context.queryClient.ensureQueryData(benefitQuery(params.id));
  },
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
