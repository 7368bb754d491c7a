import { createFileRoute } from '@tanstack/react-router';
import { organizationsQuery } from '@/api/organizations';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { AccountShell } from '@/features/account/AccountShell';
import { PersonMenu } from '@/features/person/PersonMenu';
import { SandboxBar } from '@/features/sandbox/SandboxBar';

export const Route = createFileRoute('/_in/account')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(organizationsQuery);
    return queryClient.ensureQueryData(signInOptionsQuery);
  },
  component: function AccountRoute() {
    const { user } = Route.useRouteContext();
    return <AccountShell banner={<SandboxBar />} foot={<PersonMenu user={user} />} />;
  },
});
