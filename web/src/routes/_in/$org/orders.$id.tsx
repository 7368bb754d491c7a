import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { orderQuery } from '@/api/orders';
import { OrderDetail } from '@/features/orders/OrderDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/orders/$id')({
  loader: ({ context, params }) => loadOne(context, params.id, orderQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="order" area="orders" />,
  component: function OrderRoute() {
    return <OrderDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
