import { createFileRoute } from '@tanstack/react-router';
import { checkoutLinkQuery } from '@/api/checkout-links';
import { loadOne } from '@/api/one';
import { CheckoutLinkDetail } from '@/features/checkout-links/CheckoutLinkDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/checkout-links/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, checkoutLinkQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="checkout link" area="checkout-links" />,
  component: function CheckoutLinkRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <CheckoutLinkDetail
        organization={Route.useRouteContext().organization}
        id={id}
        onDeleted={() => void navigate({ to: '/$org/checkout-links', params: { org } })}
      />
    );
  },
});
