import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { ordersQuery, type OrderSearch } from '@/api/orders';
import { OrderList } from '@/features/orders/OrderList';
import { listSearch, oneOf, textOf, type SearchInput } from '@/lib/search';

const defaults = { page: 1, sorting: '-created_at', product: '', customer: '', billing: 'all' } as const;

export const Route = createFileRoute('/_in/$org/orders/')({
  validateSearch: (raw: SearchInput<OrderSearch>): OrderSearch => {
    const { page, sorting } = listSearch(raw, defaults.sorting);
    return {
      page,
      sorting,
      product: textOf(raw.product, ''),
      customer: textOf(raw.customer, ''),
      billing: oneOf(raw.billing, ['one_time', 'recurring', 'all'], 'all'),
    };
  },
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(ordersQuery(context.organization.id, deps)),
  component: function OrdersRoute() {
    const navigate = Route.useNavigate();
    return (
      <OrderList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }) })}
      />
    );
  },
});
