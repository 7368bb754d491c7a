import { createFileRoute } from '@tanstack/react-router';
import { benefitQuery, grantsQuery } from '@/api/benefits';
import { loadOne } from '@/api/one';
import type { GrantSearch } from '@/features/benefits/Grants';
import { BenefitDetail } from '@/features/benefits/BenefitDetail';
import { choice, id as anyId, listRoute, page, searchChange } from '@/lib/list-route';
import { isId } from '@/lib/search';
import { NoSuchHere } from '@/ui/NoSuch';

const grants = listRoute<GrantSearch>({ page, grants: choice('all', 'granted', 'revoked'), customer: anyId });

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
