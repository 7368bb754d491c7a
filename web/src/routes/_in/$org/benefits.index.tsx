import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { benefitsQuery } from '@/api/benefits';
import { BenefitList } from '@/features/benefits/BenefitList';
import { listDefaults, listSearch, type ListSearch, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/benefits/')({
  validateSearch: (raw: SearchInput<ListSearch>): ListSearch => listSearch(raw, '-created_at'),
  search: { middlewares: [stripSearchParams({ ...listDefaults, sorting: '-created_at' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(benefitsQuery(context.organization.id, deps)),
  component: function BenefitsRoute() {
    const navigate = Route.useNavigate();
    return (
      <BenefitList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
