import { createFileRoute } from '@tanstack/react-router';
import { customerQuery } from '@/api/customers';
import { CustomerDetail } from '@/features/customers/CustomerDetail';

export const Route = createFileRoute('/_in/$org/customers/$id/')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(customerQuery(params.id)),
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
