import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { SignIn } from '@/features/account/SignIn';
import { textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** Where one wanted to go; a path of ours, never another site. */
  next: string;
  email: string;
}

export const Route = createFileRoute('/sign-in')({
  validateSearch: (raw: SearchInput<Search>): Search => {
    const next = textOf(raw.next, '');
    return { next: /^\/(?![/\\])/.test(next) ? next : '', email: textOf(raw.email, '') };
  },
  search: { middlewares: [stripSearchParams({ next: '', email: '' })] },
  component: function SignInRoute() {
    const { next, email } = Route.useSearch();
    const navigate = Route.useNavigate();
    return <SignIn email={email} onSignedIn={() => void navigate({ to: next || '/organizations' })} />;
  },
});
