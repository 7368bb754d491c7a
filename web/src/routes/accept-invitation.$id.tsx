import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { InvitationPage } from '@/features/invitation/InvitationPage';
import { textOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/accept-invitation/$id')({
  validateSearch: (raw: SearchInput<{ email: string }>) => ({ email: textOf(raw.email, '') }),
  search: { middlewares: [stripSearchParams({ email: '' })] },
  loader: ({ context }) => context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  component: function InvitationRoute() {
    const session = Route.useLoaderData();
    return <InvitationPage id={Route.useParams().id} email={Route.useSearch().email} user={session?.user ?? null} />;
  },
});
