import { createFileRoute } from '@tanstack/react-router';
import { checkoutLinkQuery } from '@/api/checkout-links';
import { loadOne } from '@/api/one';
import { EditCheckoutLink } from '@/features/checkout-links/EditCheckoutLink';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/checkout-links/$id/edit')({
  staticData: { reserved: { title: 'Edit checkout link', who: 'Owners and admins change checkout links' } },
  loader: ({ context, params }) => loadOne(context, params.id, checkoutLinkQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="checkout link" area="checkout-links" />,
  component: function EditCheckoutLinkRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditCheckoutLink
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/checkout-links/$id', params })}
      />
    );
  },
});
