import { createFileRoute } from '@tanstack/react-router';
import { orderQuery } from '@/api/orders';
import { OrderDetail } from '@/features/orders/OrderDetail';

export const Route = createFileRoute('/_in/$org/orders/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(orderQuery(params.id)),
  component: function OrderRoute() {
    return <OrderDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
