import { createFileRoute } from '@tanstack/react-router';
import { discountQuery } from '@/api/discounts';
import { loadOne } from '@/api/one';
import { EditDiscount } from '@/features/discounts/EditDiscount';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/discounts/$id/edit')({
  staticData: { reserved: { title: 'Edit discount', who: 'Owners and admins change discounts' } },
  loader: ({ context, params }) => loadOne(context, params.id, discountQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="discount" area="discounts" />,
  component: function EditDiscountRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditDiscount
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/discounts/$id', params })}
      />
    );
  },
});
