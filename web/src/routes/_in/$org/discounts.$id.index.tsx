import { createFileRoute } from '@tanstack/react-router';
import { discountQuery } from '@/api/discounts';
import { loadOne } from '@/api/one';
import { DiscountDetail } from '@/features/discounts/DiscountDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/discounts/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, discountQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="discount" area="discounts" />,
  component: function DiscountRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <DiscountDetail
        organization={Route.useRouteContext().organization}
        id={id}
        onDeleted={() => void navigate({ to: '/$org/discounts', params: { org } })}
      />
    );
  },
});
