import { createFileRoute } from '@tanstack/react-router';
import { Invite } from '@/features/members/Invite';

export const Route = createFileRoute('/_in/$org/members/invite')({
  staticData: {
    reserved: { title: 'Invite someone', who: 'Owners and admins invite people', needs: 'invitation:create' },
  },
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
