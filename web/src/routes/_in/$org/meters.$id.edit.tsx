import { createFileRoute } from '@tanstack/react-router';
import { meterQuery } from '@/api/meters';
import { loadOne } from '@/api/one';
import { EditMeter } from '@/features/meters/EditMeter';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/meters/$id/edit')({
  staticData: { reserved: { title: 'Edit meter', who: 'Owners and admins change meters' } },
  loader: ({ context, params }) => loadOne(context, params.id, meterQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="meter" area="meters" />,
  component: function EditMeterRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditMeter
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/meters/$id', params })}
      />
    );
  },
});
