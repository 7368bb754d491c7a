import { Link, linkOptions, Outlet, useRouter } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useCommands, type Command } from '@/ui/commands';
import { Wordmark } from '@/ui/Sheet';
import { Shell } from '@/ui/Shell';

const groups = [
  {
    label: 'Administration',
    areas: [
      { label: 'Users', link: linkOptions({ to: '/admin/users' }), key: 'u' },
      { label: 'Operations', link: linkOptions({ to: '/admin/operations' }), key: 'o' },
    ],
  },
  { areas: [{ label: 'Your organizations', link: linkOptions({ to: '/organizations' }) }] },
];

/** Administration of the whole installation. */
export function AdminShell({ foot }: { foot: ReactNode }) {
  const router = useRouter();
  const commands = useMemo(
    (): Command[] => [
      { id: 'go users', label: 'Users', group: 'Go to', run: () => void router.navigate({ to: '/admin/users' }) },
      {
        id: 'go operations',
        label: 'Operations',
        group: 'Go to',
        run: () => void router.navigate({ to: '/admin/operations' }),
      },
      {
        id: 'go organizations',
        label: 'Your organizations',
        group: 'Go to',
        run: () => void router.navigate({ to: '/organizations' }),
      },
      {
        id: 'new user',
        label: 'New user',
        group: 'Create',
        run: () => void router.navigate({ to: '/admin/users/new' }),
      },
    ],
    [router],
  );
  useCommands(commands);
  return (
    <Shell
      head={
        <Link to="/admin/users" className="flex h-8 items-center rounded-control px-2 pointer-coarse:h-11">
          <Wordmark />
        </Link>
      }
      groups={groups}
      foot={foot}
    >
      <Outlet />
    </Shell>
  );
}
