import { createFileRoute } from '@tanstack/react-router';
import { ownInvitationsQuery } from '@/api/invitations';
import { organizationsQuery } from '@/api/organizations';
import { ChooseOrganization } from '@/features/organizations/ChooseOrganization';

export const Route = createFileRoute('/_in/organizations/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(ownInvitationsQuery);
    return queryClient.ensureQueryData(organizationsQuery);
  },
  component: function OrganizationsRoute() {
    return <ChooseOrganization organizations={Route.useLoaderData()} user={Route.useRouteContext().user} />;
  },
});
