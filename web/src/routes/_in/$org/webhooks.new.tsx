import { createFileRoute } from '@tanstack/react-router';
import { NewEndpoint } from '@/features/webhooks/NewEndpoint';

export const Route = createFileRoute('/_in/$org/webhooks/new')({
  staticData: { reserved: { title: 'New endpoint', who: 'Owners and admins add endpoints' } },
  component: function NewEndpointRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewEndpoint
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/webhooks/$id', params: { org, id } })}
      />
    );
  },
});
