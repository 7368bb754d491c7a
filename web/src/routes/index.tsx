import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { organizationsQuery } from '@/api/organizations';
import { lastOrganization, organizationToOpen } from '@/lib/last-organization';
import { isAdmin } from '@/lib/people';

/** Leads to where the user works: their organization, the administration, or a choice. */
export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { queryClient } }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in' });
    const all = await queryClient.ensureQueryData(organizationsQuery);
    const open = organizationToOpen(all, lastOrganization(session.user.id));
    if (open) throw redirect({ to: '/$org', params: { org: open.slug } });
    throw redirect({ to: all.length === 0 && isAdmin(session.user) ? '/admin/users' : '/organizations' });
  },
});
