import { createFileRoute } from '@tanstack/react-router';
import { sellersCheckoutQuery } from '@/api/checkouts';
import { CheckoutDetail } from '@/features/checkouts/CheckoutDetail';

export const Route = createFileRoute('/_in/$org/checkouts/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(sellersCheckoutQuery(params.id)),
  component: function CheckoutDetailRoute() {
    return <CheckoutDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
