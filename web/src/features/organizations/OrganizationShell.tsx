import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo, type ReactNode } from 'react';
import { useMayChange } from '@/api/members';
import { teamsQuery } from '@/api/teams';
import type { Organization, User } from '@/api/types';
import { preloadWhenIdle } from '@/lib/chunks';
import { setFirstSteps, useFirstSteps } from '@/lib/first-steps';
import { useCommands, type Command } from '@/ui/commands';
import { Shell } from '@/ui/Shell';
import type { Place } from '@/ui/shortcuts';
import { apiAccess, areasOf, deeperPages, newThings, pinnedAreas } from './areas';
import { OrganizationMenu } from './OrganizationMenu';
import { Page } from './Page';
import { VerifyNotice } from './VerifyNotice';

interface OrganizationShellProps {
  organization: Organization;
  user: User;
  /** Above every page: the sandbox bar. */
  banner: ReactNode;
  /** At the foot of the rail: the user's menu. */
  foot: ReactNode;
}

export function OrganizationShell({ organization, user, banner, foot }: OrganizationShellProps) {
  const router = useRouter();
  const { slug } = organization;
  const { data: teams } = useQuery(teamsQuery(organization.id));
  const hasTeams = Boolean(teams);
  const mayChange = useMayChange(organization.id);
  const meters = organization.feature_settings?.usage_based_billing_enabled ?? false;
  const groups = useMemo(
    () => areasOf(slug, { teams: hasTeams, meters, reserved: mayChange }),
    [slug, hasTeams, meters, mayChange],
  );
  const pinned = useMemo(() => pinnedAreas(slug), [slug]);
  const allGroups = useMemo(
    () => [...areasOf(slug, { teams: true, meters: true, reserved: true }), { areas: pinnedAreas(slug) }],
    [slug],
  );

  const isPastSteps = useFirstSteps(organization.id) === 'done';
  const commands = useMemo((): Command[] => {
    const pages: readonly Place[] = [
      ...groups.flatMap(({ areas }): readonly Place[] => areas),
      ...pinned,
      ...deeperPages(slug),
      ...(mayChange ? apiAccess(slug) : []),
    ];
    const go = pages.map(({ label, link, key }) => ({
      id: `go ${label}`,
      label,
      group: 'Go to',
      ...(key && { shortcut: `g ${key}` }),
      run: () => void router.navigate(link),
    }));
    const create = (mayChange ? newThings(slug, { meters }) : []).map(({ label, link }) => ({
      id: `new ${label}`,
      label,
      group: 'Create',
      run: () => void router.navigate(link),
    }));
    const change = {
      id: 'go organizations',
      label: 'Change organization',
      group: 'Go to',
      run: () => void router.navigate({ to: '/organizations' }),
    };
    const steps = {
      id: 'first steps',
      label: 'First steps',
      group: 'Go to',
      run: () => {
        setFirstSteps(organization.id, 'shown');
        void router.navigate({ to: '/$org', params: { org: slug } });
      },
    };
    const usage = {
      id: 'usage billing',
      label: 'Turn on usage billing',
      group: 'Create',
      keywords: ['meters'],
      run: () => void router.navigate({ to: '/$org/settings', params: { org: slug }, hash: 'features' }),
    };
    return [
      ...go,
      ...(mayChange && !isPastSteps ? [steps] : []),
      change,
      ...create,
      ...(mayChange && !meters ? [usage] : []),
    ];
  }, [groups, pinned, meters, mayChange, isPastSteps, router, organization.id, slug]);
  useCommands(commands);

  useEffect(() => preloadWhenIdle(router, (id) => id.startsWith('/_in/$org/')), [router]);

  return (
    <Shell
      head={<OrganizationMenu organization={organization} />}
      groups={groups}
      pinned={pinned}
      foot={foot}
      banner={banner}
    >
      {!user.emailVerified && <VerifyNotice email={user.email} />}
      <Page organization={organization} groups={allGroups} />
    </Shell>
  );
}
