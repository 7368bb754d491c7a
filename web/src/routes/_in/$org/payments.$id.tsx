import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { paymentQuery } from '@/api/payments';
import { PaymentDetail } from '@/features/payments/PaymentDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/payments/$id')({
  loader: ({ context, params }) => loadOne(context, params.id, paymentQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="payment" area="payments" />,
  component: function PaymentRoute() {
    return <PaymentDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
