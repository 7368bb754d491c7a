import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { customersQuery } from '@/api/customers';
import { CustomerList } from '@/features/customers/CustomerList';
import { listDefaults, listSearch, type ListSearch, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/customers/')({
  validateSearch: (raw: SearchInput<ListSearch>): ListSearch => listSearch(raw, '-created_at'),
  search: { middlewares: [stripSearchParams({ ...listDefaults, sorting: '-created_at' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(customersQuery(context.organization.id, deps)),
  component: function CustomersRoute() {
    const navigate = Route.useNavigate();
    return (
      <CustomerList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
