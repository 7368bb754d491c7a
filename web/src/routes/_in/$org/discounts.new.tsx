import { createFileRoute } from '@tanstack/react-router';
import { NewDiscount } from '@/features/discounts/NewDiscount';

export const Route = createFileRoute('/_in/$org/discounts/new')({
  staticData: { reserved: { title: 'New discount', who: 'Owners and admins create discounts' } },
  component: function NewDiscountRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewDiscount
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/discounts/$id', params: { org, id } })}
      />
    );
  },
});
