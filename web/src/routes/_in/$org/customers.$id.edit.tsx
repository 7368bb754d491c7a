import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '@/api/customers';
import { EditCustomer } from '@/features/customers/EditCustomer';

export const Route = createFileRoute('/_in/$org/customers/$id/edit')({
  staticData: { reserved: { title: 'Edit customer', who: 'Owners and admins change customers' } },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customerQuery(params.id)),
  component: function EditCustomerRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditCustomer
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/customers/$id', params })}
      />
    );
  },
});
