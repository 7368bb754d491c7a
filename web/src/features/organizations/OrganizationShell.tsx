import { Outlet, useRouter } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useSignOut } from '@/api/account';
import type { Organization, User } from '@/api/types';
import { useCommands, type Command } from '@/ui/commands';
import { Menu, MenuItem, MenuLabel, MenuLine } from '@/ui/Menu';
import { Shell } from '@/ui/Shell';
import { ThemeToggle } from '@/ui/ThemeToggle';
import { areasOf, newThings } from './areas';
import { OrganizationMenu } from './OrganizationMenu';
import { VerifyNotice } from './VerifyNotice';

interface OrganizationShellProps {
  organization: Organization;
  user: User;
  /** Above every page: the sandbox bar. */
  banner: ReactNode;
}

export function OrganizationShell({ organization, user, banner }: OrganizationShellProps) {
  const router = useRouter();
  const { slug } = organization;
  const groups = useMemo(() => areasOf(slug), [slug]);

  const commands = useMemo((): Command[] => {
    const go = groups.flatMap(({ areas }) =>
      areas.map(({ label, link }) => ({
        id: `go ${label}`,
        label,
        group: 'Go to',
        run: () => void router.navigate(link),
      })),
    );
    const create = newThings(slug).map(({ label, link }) => ({
      id: `new ${label}`,
      label,
      group: 'Make',
      run: () => void router.navigate(link),
    }));
    const change = {
      id: 'go organizations',
      label: 'Change organization',
      group: 'Go to',
      run: () => void router.navigate({ to: '/organizations' }),
    };
    return [...go, change, ...create];
  }, [groups, router, slug]);
  useCommands(commands);

  return (
    <Shell
      head={<OrganizationMenu organization={organization} />}
      groups={groups}
      foot={<Person user={user} />}
      banner={banner}
    >
      {!user.emailVerified && <VerifyNotice email={user.email} />}
      <Outlet />
    </Shell>
  );
}

function Person({ user }: { user: User }) {
  const router = useRouter();
  const signOut = useSignOut();
  return (
    <div className="flex items-center gap-1">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="h-8 min-w-0 flex-1 truncate rounded-control px-2 text-left text-soft hover:bg-shade hover:text-ink pointer-coarse:h-11"
          >
            {user.name || user.email}
          </button>
        }
      >
        <MenuLabel>{user.email}</MenuLabel>
        <MenuLine />
        <MenuItem
          onSelect={() => signOut.mutate(undefined, { onSettled: () => void router.navigate({ to: '/sign-in' }) })}
        >
          Sign out
        </MenuItem>
      </Menu>
      <ThemeToggle />
    </div>
  );
}
