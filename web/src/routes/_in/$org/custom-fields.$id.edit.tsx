import { createFileRoute } from '@tanstack/react-router';
import { customFieldQuery } from '@/api/custom-fields';
import { loadOne } from '@/api/one';
import { EditCustomField } from '@/features/custom-fields/EditCustomField';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/custom-fields/$id/edit')({
  staticData: { reserved: { title: 'Edit custom field', who: 'Owners and admins change custom fields' } },
  loader: ({ context, params }) => loadOne(context, params.id, customFieldQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="custom field" area="custom-fields" />,
  component: function EditCustomFieldRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditCustomField
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/custom-fields/$id', params })}
      />
    );
  },
});
