import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { clockQuery } from '@/api/sandbox';
import { ActingBar } from '@/features/admin/ActingBar';
import { Announcer } from '@/ui/Announcer';
import { ButtonLink } from '@/ui/Button';
import { CommandPalette } from '@/ui/CommandPalette';
import { LeaveQuestion } from '@/ui/LeaveQuestion';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Shell';
import { ErrorState } from '@/ui/States';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Every page's relative times follow the sandbox's clock; without an answer, this machine's.
  loader: ({ context }) => context.queryClient.ensureQueryData(clockQuery).catch(() => null),
  component: Root,
  errorComponent: ({ error, reset }) => (
    <Sheet>
      <ErrorState error={error} onRetry={reset} />
    </Sheet>
  ),
  notFoundComponent: NotFound,
});

function Root() {
  return (
    <>
      <ActingBar />
      <Outlet />
      <CommandPalette />
      <LeaveQuestion />
      <Announcer />
    </>
  );
}

function NotFound() {
  return (
    <Sheet>
      <PageHead title="There is no such page" note="The address may be mistyped, or the page no longer exists." />
      <ButtonLink to="/organizations" kind="primary">
        Go to your organizations
      </ButtonLink>
    </Sheet>
  );
}
