import { createFileRoute } from '@tanstack/react-router';
import { NewCustomer } from '@/features/customers/NewCustomer';

export const Route = createFileRoute('/_in/$org/customers/new')({
  staticData: { reserved: { title: 'New customer', who: 'Owners and admins add customers' } },
  component: function NewCustomerRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewCustomer
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/customers/$id', params: { org, id } })}
      />
    );
  },
});
