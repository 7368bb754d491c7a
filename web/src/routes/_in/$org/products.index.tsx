import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { productsQuery, type Shelf } from '@/api/products';
import { ProductList } from '@/features/products/ProductList';
import { listDefaults, listSearch, oneOf, type ListSearch, type SearchInput } from '@/lib/search';

type Search = ListSearch & { shelf: Shelf };

export const Route = createFileRoute('/_in/$org/products/')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    ...listSearch(raw, '-created_at'),
    shelf: oneOf(raw.shelf, ['on-sale', 'archived', 'all'], 'on-sale'),
  }),
  search: { middlewares: [stripSearchParams({ ...listDefaults, sorting: '-created_at', shelf: 'on-sale' as const })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(productsQuery(context.organization.id, deps)),
  component: function ProductsRoute() {
    const navigate = Route.useNavigate();
    return (
      <ProductList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
