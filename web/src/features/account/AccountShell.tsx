import { useQuery } from '@tanstack/react-query';
import { linkOptions, Outlet, useRouter } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { organizationsQuery } from '@/api/organizations';
import { useCommands } from '@/ui/commands';
import { Shell } from '@/ui/Shell';
import { accountAreas } from './areas';

const SHOWN = 8;

interface AccountShellProps {
  /** Above every page: the sandbox bar. */
  banner: ReactNode;
  /** At the foot of the rail: the user's menu. */
  foot: ReactNode;
}

/** The user's own pages, outside every organization, with links back to them. */
export function AccountShell({ banner, foot }: AccountShellProps) {
  const { data: organizations = [] } = useQuery(organizationsQuery);
  const router = useRouter();
  const change = useMemo(
    () => [
      {
        id: 'go organizations',
        label: 'Change organization',
        group: 'Go to',
        run: () => void router.navigate({ to: '/organizations' }),
      },
    ],
    [router],
  );
  useCommands(change);
  const back = [
    ...organizations
      .slice(0, SHOWN)
      .map(({ name, slug }) => ({ label: name, link: linkOptions({ to: '/$org', params: { org: slug } }) })),
    ...(organizations.length > SHOWN || organizations.length === 0
      ? [{ label: 'All organizations', link: linkOptions({ to: '/organizations' }) }]
      : []),
  ];
  return (
    <Shell
      head={
        <p className="flex h-8 items-center gap-2 px-2 font-semibold pointer-coarse:h-11">
          <img src="/favicon.svg" alt="" width={18} height={18} />
          Your account
        </p>
      }
      groups={[{ areas: accountAreas }, { label: 'Organizations', areas: back }]}
      foot={foot}
      banner={banner}
    >
      <Outlet />
    </Shell>
  );
}
