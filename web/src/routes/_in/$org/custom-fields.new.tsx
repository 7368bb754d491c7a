import { createFileRoute } from '@tanstack/react-router';
import { NewCustomField } from '@/features/custom-fields/NewCustomField';

export const Route = createFileRoute('/_in/$org/custom-fields/new')({
  staticData: { reserved: { title: 'New custom field', who: 'Owners and admins create custom fields' } },
  component: function NewCustomFieldRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewCustomField
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/custom-fields/$id', params: { org, id } })}
      />
    );
  },
});
