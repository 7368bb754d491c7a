import { createFileRoute } from '@tanstack/react-router';
import { licenseKeyQuery } from '@/api/license-keys';
import { loadOne } from '@/api/one';
import { LicenseKeyDetail } from '@/features/license-keys/LicenseKeyDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/license-keys/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, licenseKeyQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="license key" area="license-keys" />,
  component: function LicenseKeyRoute() {
    const { id } = Route.useParams();
    return <LicenseKeyDetail organization={Route.useRouteContext().organization} id={id} />;
  },
});
