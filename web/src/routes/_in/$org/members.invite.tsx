import { createFileRoute } from '@tanstack/react-router';
import { Invite } from '@/features/members/Invite';

export const Route = createFileRoute('/_in/$org/members/invite')({
  component: function InviteRoute() {
    const navigate = Route.useNavigate();
    const { organization } = Route.useRouteContext();
    return (
      <Invite
        organization={organization}
        onInvited={() => void navigate({ to: '/$org/members', params: { org: organization.slug } })}
      />
    );
  },
});
