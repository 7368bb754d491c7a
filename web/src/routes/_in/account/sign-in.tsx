import { createFileRoute } from '@tanstack/react-router';
import { accountsQuery } from '@/api/my-account';
import { SigningIn } from '@/features/account/SigningIn';

export const Route = createFileRoute('/_in/account/sign-in')({
  loader: ({ context }) => context.queryClient.ensureQueryData(accountsQuery),
  component: function SigningInRoute() {
    return <SigningIn user={Route.useRouteContext().user} />;
  },
});
