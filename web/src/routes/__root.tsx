import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { clockQuery } from '@/api/sandbox';
import { ActingBar } from '@/features/admin/ActingBar';
import { later } from '@/lib/later';
import { ButtonLink } from '@/ui/Button';
import { CommandPalette } from '@/ui/CommandPalette';
import { LeaveQuestion } from '@/ui/LeaveQuestion';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { ErrorState } from '@/ui/States';

const NoticeSlip = later(() => import('@/ui/NoticeSlip').then((file) => file.NoticeSlip));
const Notices = later(() => import('@/ui/Notices').then((file) => file.Notices));

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Every page's relative times follow the sandbox's clock; without an answer, this machine's.
  loader: ({ context }) => context.queryClient.ensureQueryData(clockQuery).catch(() => null),
  component: Root,
  errorComponent: function RootError({ error }) {
    const { invalidate } = useRouter();
    return (
      <Sheet>
        <PageHead title="This page could not be loaded" />
        <ErrorState title="" error={error} onRetry={() => void invalidate()} />
      </Sheet>
    );
  },
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <ActingBar />
      <Outlet />
      <CommandPalette />
      <LeaveQuestion />
      <Notices />
      <NoticeSlip />
    </>
  );
}

const opened = window.location.pathname;

function NotFound() {
  // The pages outside the dashboard are a separate build, which loads the dashboard's pages from the server.
  const isElsewhere = import.meta.env.MODE === 'visitor' && window.location.pathname !== opened;
  useEffect(() => {
    if (isElsewhere) window.location.reload();
  }, [isElsewhere]);
  if (isElsewhere) return null;
  return (
    <Sheet>
      <PageHead title="There is no such page" note="The address may be mistyped, or the page no longer exists." />
      <ButtonLink to="/organizations" kind="primary">
        Go to your organizations
      </ButtonLink>
    </Sheet>
  );
}
