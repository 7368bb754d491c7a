import { createFileRoute } from '@tanstack/react-router';
import { ordersQuery, type OrderSearch } from '@/api/orders';
import { OrderList } from '@/features/orders/OrderList';
import { choice, code, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<OrderSearch>({
  page,
  sorting: text('-created_at'),
  limit,
  query: text(),
  status: choice('all', 'paid', 'refunded', 'pending', 'void'),
  reason: choice('all', 'purchase', 'recurring', 'subscription_create', 'subscription_cycle', 'subscription_update'),
  product: id,
  customer: id,
  subscription: id,
  discount: id,
  currency: code,
  dates: choice('created', 'paid'),
  from: day,
  to: day,
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
