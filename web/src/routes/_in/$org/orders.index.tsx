import { createFileRoute } from '@tanstack/react-router';
import { ordersQuery, type OrderSearch } from '@/api/orders';
import { OrderList } from '@/features/orders/OrderList';
import { choice, id, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<OrderSearch>({
  page,
  sorting: text('-created_at'),
  product: id,
  customer: id,
  billing: choice('all', 'one_time', 'recurring'),
});

export const Route = createFileRoute('/_in/$org/orders/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(ordersQuery(context.organization.id, deps)),
  component: function OrdersRoute() {
    const navigate = Route.useNavigate();
    return (
      <OrderList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
