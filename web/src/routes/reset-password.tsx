import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { ResetPassword } from '@/features/account/ResetPassword';
import { textOf, type SearchInput } from '@/lib/search';

interface Search {
  token: string;
  /** Set by the mail's link when it no longer works. */
  error: string;
}

export const Route = createFileRoute('/reset-password')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    token: textOf(raw.token, ''),
    error: textOf(raw.error, ''),
  }),
  search: { middlewares: [stripSearchParams({ token: '', error: '' })] },
  loader: ({ context }) => context.queryClient.ensureQueryData(signInOptionsQuery).catch(() => null),
  component: function ResetPasswordRoute() {
    const { token, error } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <ResetPassword
        token={error ? '' : token}
        onSpent={() => void navigate({ search: { error: 'INVALID_TOKEN' }, replace: true })}
      />
    );
  },
});
