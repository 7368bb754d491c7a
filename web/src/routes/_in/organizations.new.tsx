import { createFileRoute } from '@tanstack/react-router';
import { NewOrganization } from '@/features/organizations/NewOrganization';

export const Route = createFileRoute('/_in/organizations/new')({
  component: function NewOrganizationRoute() {
    const navigate = Route.useNavigate();
    return <NewOrganization onCreated={(org) => void navigate({ to: '/$org', params: { org } })} />;
  },
});
