import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { ConsentPage } from '@/features/consent/ConsentPage';

export const Route = createFileRoute('/oauth2/consent/$uid')({
  loader: async ({ context, location }) => {
    const session = await context.queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (!session) throw redirect({ to: '/sign-in', search: { next: location.href }, replace: true });
    return session.user;
  },
  component: function ConsentRoute() {
    const { uid } = Route.useParams();
    return <ConsentPage key={uid} uid={uid} user={Route.useLoaderData()} />;
  },
});
