import { createFileRoute } from '@tanstack/react-router';
import { sellersCheckoutQuery } from '@/api/checkouts';
import { loadOne } from '@/api/one';
import { CheckoutDetail } from '@/features/checkouts/CheckoutDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/checkouts/$id')({
  loader: ({ context, params }) => loadOne(context, params.id, sellersCheckoutQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="checkout" area="checkouts" />,
  component: function CheckoutDetailRoute() {
    return <CheckoutDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
