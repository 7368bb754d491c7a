import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '@/api/customers';
import { loadOne } from '@/api/one';
import { CustomerDetail } from '@/features/customers/CustomerDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/customers/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, customerQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="customer" area="customers" />,
  component: function CustomerRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <CustomerDetail
        organization={Route.useRouteContext().organization}
        id={id}
        onDeleted={() => void navigate({ to: '/$org/customers', params: { org } })}
      />
    );
  },
});
