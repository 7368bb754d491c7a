import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { AccountCommands } from '@/features/account/AccountCommands';
import { keepDraftsOf } from '@/lib/draft';
import { keepRecentOf } from '@/lib/recent';

/** Every route below needs a signed-in user. */
export const Route = createFileRoute('/_in')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href } });
    keepDraftsOf(session.user.id);
    keepRecentOf(session.user.id);
    return { user: session.user };
  },
  component: () => (
    <>
      <Outlet />
      <AccountCommands />
    </>
  ),
});
