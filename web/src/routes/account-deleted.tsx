import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { AccountDeleted } from '@/features/account/AccountDeleted';

export const Route = createFileRoute('/account-deleted')({
  beforeLoad: async ({ context }) => {
    // A user who is still signed in still has an account.
    const session = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (session) throw redirect({ to: '/account' });
  },
  component: AccountDeleted,
});
