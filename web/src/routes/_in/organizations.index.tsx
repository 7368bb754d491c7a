import { createFileRoute, redirect } from '@tanstack/react-router';
import { ownInvitationsQuery } from '@/api/invitations';
import { organizationsQuery } from '@/api/organizations';
import { ChooseOrganization } from '@/features/organizations/ChooseOrganization';

export const Route = createFileRoute('/_in/organizations/')({
  loader: async ({ context: { queryClient } }) => {
    const [organizations, invitations] = await Promise.all([
      queryClient.ensureQueryData(organizationsQuery),
      queryClient.ensureQueryData(ownInvitationsQuery).catch(() => []),
    ]);
    // There is nothing to choose from.
    if (organizations.length + invitations.length === 0) throw redirect({ to: '/organizations/new', replace: true });
    return organizations;
  },
  component: function OrganizationsRoute() {
    return <ChooseOrganization organizations={Route.useLoaderData()} user={Route.useRouteContext().user} />;
  },
});
