import { createFileRoute } from '@tanstack/react-router';
import { productsQuery, type ProductSearch } from '@/api/products';
import { ProductList } from '@/features/products/ProductList';
import { choice, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<ProductSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
  limit,
  shelf: choice('on-sale', 'archived', 'all'),
});

export const Route = createFileRoute('/_in/$org/products/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(productsQuery(context.organization.id, deps)),
  component: function ProductsRoute() {
    const navigate = Route.useNavigate();
    return (
      <ProductList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
