import { createFileRoute } from '@tanstack/react-router';
import { accountsQuery } from '@/api/my-account';
import { DeleteAccount } from '@/features/account/DeleteAccount';

export const Route = createFileRoute('/_in/account/delete')({
  loader: ({ context }) => context.queryClient.ensureQueryData(accountsQuery),
  component: function DeleteAccountRoute() {
    const navigate = Route.useNavigate();
    return (
      <DeleteAccount
        user={Route.useRouteContext().user}
        onDeleted={() => navigate({ to: '/account-deleted', replace: true })}
      />
    );
  },
});
