import { createFileRoute } from '@tanstack/react-router';
import { customFieldQuery } from '@/api/custom-fields';
import { loadOne } from '@/api/one';
import { CustomFieldDetail } from '@/features/custom-fields/CustomFieldDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/custom-fields/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, customFieldQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="custom field" area="custom-fields" />,
  component: function CustomFieldRoute() {
    const navigate = Route.useNavigate();
    const { org, id } = Route.useParams();
    return (
      <CustomFieldDetail
        organization={Route.useRouteContext().organization}
        id={id}
        onDeleted={() => void navigate({ to: '/$org/custom-fields', params: { org } })}
      />
    );
  },
});
