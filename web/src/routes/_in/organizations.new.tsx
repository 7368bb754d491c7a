import { createFileRoute } from '@tanstack/react-router';
import { organizationsQuery } from '@/api/organizations';
import { NewOrganization } from '@/features/organizations/NewOrganization';

export const Route = createFileRoute('/_in/organizations/new')({
  loader: ({ context }) => context.queryClient.ensureQueryData(organizationsQuery),
  component: function NewOrganizationRoute() {
    const navigate = Route.useNavigate();
    return (
      <NewOrganization
        user={Route.useRouteContext().user}
        isFirst={Route.useLoaderData().length === 0}
        onCreated={(org) => void navigate({ to: '/$org', params: { org } })}
      />
    );
  },
});
