import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { endpointQuery } from '@/api/webhooks';
import { EditEndpoint } from '@/features/webhooks/EditEndpoint';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/webhooks/$id/edit')({
  staticData: { reserved: { title: 'Edit endpoint', who: 'Owners and admins change endpoints' } },
  loader: ({ context, params }) => loadOne(context, params.id, endpointQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="endpoint" area="webhooks" />,
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
