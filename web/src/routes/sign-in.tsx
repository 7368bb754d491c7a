import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { SignIn } from '@/features/account/SignIn';
import { pathOf, textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** The path the user wanted to open. */
  next: string;
  email: string;
}

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw: SearchInput<Search>): Search => ({ next: pathOf(raw.next), email: textOf(raw.email, '') }),
  search: { middlewares: [stripSearchParams({ next: '', email: '' })] },
  // Load them first, so that the buttons don't shift; if that fails, the form still works.
  loader: ({ context }) => context.queryClient.ensureQueryData(signInOptionsQuery).catch(() => null),
  component: function SignInRoute() {
    const { next, email } = Route.useSearch();
    const navigate = Route.useNavigate();
    return <SignIn email={email} next={next} onSignedIn={() => void navigate({ to: next || '/', replace: true })} />;
  },
});
