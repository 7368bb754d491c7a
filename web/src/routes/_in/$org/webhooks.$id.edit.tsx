import { createFileRoute } from '@tanstack/react-router';
import { endpointQuery } from '@/api/webhooks';
import { EditEndpoint } from '@/features/webhooks/EditEndpoint';

export const Route = createFileRoute('/_in/$org/webhooks/$id/edit')({
  staticData: { reserved: { title: 'Edit endpoint', who: 'Owners and admins change endpoints' } },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(endpointQuery(params.id)),
  component: function EditEndpointRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditEndpoint
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/webhooks/$id', params })}
      />
    );
  },
});
