import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { SignUp } from '@/features/account/SignUp';
import { pathOf, textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** The path the user wanted to open: an invitation. */
  next: string;
  email: string;
}

export const Route = createFileRoute('/sign-up')({
  validateSearch: (raw: SearchInput<Search>): Search => ({ next: pathOf(raw.next), email: textOf(raw.email, '') }),
  search: { middlewares: [stripSearchParams({ next: '', email: '' })] },
  loader: ({ context }) => context.queryClient.ensureQueryData(signInOptionsQuery).catch(() => null),
  component: function SignUpRoute() {
    const { next, email } = Route.useSearch();
    const navigate = Route.useNavigate();
    return (
      <SignUp
        email={email}
        next={next}
        onSignedUp={(who) =>
          void (who.signedIn
            ? navigate({ to: next || '/', replace: true })
            : navigate({ to: '/verify-email', search: { email: who.email, next } }))
        }
      />
    );
  },
});
