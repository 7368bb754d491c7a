import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { VerifyEmail } from '@/features/account/VerifyEmail';
import { pathOf, textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** Set after signing up: the address the mail went to. */
  email: string;
  /** Set by the link when it no longer works. */
  error: string;
  /** Set by the link when it worked. */
  verified: string;
  /** The path to continue to. */
  next: string;
}

export const Route = createFileRoute('/verify-email')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    email: textOf(raw.email, ''),
    error: textOf(raw.error, ''),
    verified: textOf(raw.verified, ''),
    next: pathOf(raw.next),
  }),
  search: { middlewares: [stripSearchParams({ email: '', error: '', verified: '', next: '' })] },
  loader: ({ context }) => context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  component: function VerifyEmailRoute() {
    return <VerifyEmail {...Route.useSearch()} user={Route.useLoaderData()?.user} />;
  },
});
