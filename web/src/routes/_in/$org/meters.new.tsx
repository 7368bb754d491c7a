import { createFileRoute } from '@tanstack/react-router';
import { NewMeter } from '@/features/meters/NewMeter';

export const Route = createFileRoute('/_in/$org/meters/new')({
  staticData: { reserved: { title: 'New meter', who: 'Owners and admins create meters' } },
  component: function NewMeterRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewMeter
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/meters/$id', params: { org, id } })}
      />
    );
  },
});
