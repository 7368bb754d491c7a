import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '@/api/customers';
import { loadOne } from '@/api/one';
import { EditCustomer } from '@/features/customers/EditCustomer';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/customers/$id/edit')({
  staticData: { reserved: { title: 'Edit customer', who: 'Owners and admins change customers' } },
  loader: ({ context, params }) => loadOne(context, params.id, customerQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="customer" area="customers" />,
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
