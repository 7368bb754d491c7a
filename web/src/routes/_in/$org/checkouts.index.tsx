import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { checkoutsQuery, type CheckoutSearch } from '@/api/checkouts';
import { CheckoutList } from '@/features/checkouts/CheckoutList';
import { listSearch, oneOf, textOf, type SearchInput } from '@/lib/search';

const defaults = { page: 1, sorting: '-created_at', product: '', customer: '', status: 'all' } as const;

export const Route = createFileRoute('/_in/$org/checkouts/')({
  validateSearch: (raw: SearchInput<CheckoutSearch>): CheckoutSearch => {
    const { page, sorting } = listSearch(raw, defaults.sorting);
    return {
      page,
      sorting,
      product: textOf(raw.product, ''),
      customer: textOf(raw.customer, ''),
      status: oneOf(raw.status, ['open', 'confirmed', 'succeeded', 'expired', 'all'], 'all'),
    };
  },
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(checkoutsQuery(context.organization.id, deps)),
  component: function CheckoutsRoute() {
    const navigate = Route.useNavigate();
    return (
      <CheckoutList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
