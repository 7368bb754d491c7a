import { createFileRoute } from '@tanstack/react-router';
import { licenseKeyQuery } from '@/api/license-keys';
import { loadOne } from '@/api/one';
import { EditLicenseKey } from '@/features/license-keys/EditLicenseKey';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/license-keys/$id/edit')({
  staticData: { reserved: { title: 'Edit license key', who: 'Owners and admins change license keys' } },
  loader: ({ context, params }) => loadOne(context, params.id, licenseKeyQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="license key" area="license-keys" />,
  component: function EditLicenseKeyRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditLicenseKey
        key={params.id}
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/license-keys/$id', params })}
      />
    );
  },
});
