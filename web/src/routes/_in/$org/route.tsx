import { createFileRoute } from '@tanstack/react-router';
import { organizationQuery } from '@/api/organizations';
import { OrganizationShell } from '@/features/organizations/OrganizationShell';
import { ButtonLink } from '@/ui/Button';
import { Sheet } from '@/ui/Shell';
import { ErrorState } from '@/ui/States';

export const Route = createFileRoute('/_in/$org')({
  beforeLoad: async ({ context, params }) => ({
    organization: await context.queryClient.ensureQueryData(organizationQuery(params.org)),
  }),
  component: function OrganizationRoute() {
    const { organization, user } = Route.useRouteContext();
    return <OrganizationShell organization={organization} user={user} />;
  },
  errorComponent: ({ error }) => (
    <Sheet>
      <ErrorState title="This organization can’t be opened" error={error} />
      <ButtonLink to="/organizations">Choose an organization</ButtonLink>
    </Sheet>
  ),
});
