import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { benefitQuery, grantsQuery, type GrantState } from '@/api/benefits';
import { BenefitDetail } from '@/features/benefits/BenefitDetail';
import { listSearch, oneOf, type SearchInput } from '@/lib/search';

interface Search {
  page: number;
  grants: GrantState;
}

export const Route = createFileRoute('/_in/$org/benefits/$id')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    page: listSearch(raw, '').page,
    grants: oneOf(raw.grants, ['granted', 'revoked', 'all'], 'all'),
  }),
  search: { middlewares: [stripSearchParams({ page: 1, grants: 'all' as const })] },
  loaderDeps: ({ search }) => search,
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
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
        onDeleted={() => void navigate({ to: '/$org/benefits', params: { org } })}
      />
    );
  },
});
