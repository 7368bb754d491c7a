import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '@/features/portal/OrderPage';

export const Route = createFileRoute('/$slug/portal/orders/$id')({
  component: function OrderRoute() {
    return <OrderPage {...Route.useParams()} />;
  },
});
