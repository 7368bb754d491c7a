import { createFileRoute, redirect } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { mayChange, ownRolesQuery } from '@/api/members';
import { organizationQuery } from '@/api/organizations';
import { rememberOrganization } from '@/lib/last-organization';
import { later } from '@/lib/later';
import { setZone } from '@/lib/zone';
import { OrganizationShell } from '@/features/organizations/OrganizationShell';
import { PersonMenu } from '@/features/person/PersonMenu';
import { SandboxBar } from '@/features/sandbox/SandboxBar';
import { ButtonLink } from '@/ui/Button';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { ErrorState } from '@/ui/States';

const FormerMember = later(() => import('@/features/organizations/FormerMember').then((file) => file.FormerMember));
const FindThings = later(() => import('@/features/find/FindThings').then((file) => file.FindThings));
const LiveChanges = later(() => import('@/features/live/LiveChanges').then((file) => file.LiveChanges));

export const Route = createFileRoute('/_in/$org')({
  beforeLoad: async ({ context, params, location }) => {
    const organization = await context.queryClient.ensureQueryData(organizationQuery(params.org));
    if (organization.slug !== params.org) {
      const [, , ...page] = location.pathname.split('/');
      throw redirect({ to: ['', organization.slug, ...page].join('/'), search: location.search, replace: true });
    }
    setZone(organization.time_zone);
    rememberOrganization(context.user.id, organization);
    const roles = await context.queryClient.ensureQueryData(ownRolesQuery(organization.id));
    return { organization, mayChange: mayChange(roles) };
  },
  component: function OrganizationRoute() {
    const { organization, user } = Route.useRouteContext();
    const [left, setLeft] = useState<string>();
    const leave = useCallback(() => setLeft(organization.id), [organization.id]);
    if (left === organization.id) return <FormerMember organization={organization} />;
    return (
      <>
        <FindThings organization={organization} />
        <LiveChanges organization={organization} onLeft={leave} />
        <OrganizationShell
          organization={organization}
          user={user}
          banner={<SandboxBar organizationId={organization.id} />}
          foot={<PersonMenu user={user} />}
        />
      </>
    );
  },
  errorComponent: ({ error }) => (
    <Sheet>
      <PageHead title="This organization can’t be opened" />
      <ErrorState title="" error={error} action={<ButtonLink to="/organizations">Choose an organization</ButtonLink>} />
    </Sheet>
  ),
});
