import { createFileRoute } from '@tanstack/react-router';
import { Orders } from '@/features/portal/Orders';

export const Route = createFileRoute('/$slug/portal/orders/')({
  component: function OrdersRoute() {
    return <Orders slug={Route.useParams().slug} />;
  },
});
