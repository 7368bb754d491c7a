import { createFileRoute } from '@tanstack/react-router';
import { oauthClientQuery } from '@/api/oauth-clients';
import { orNotFound } from '@/api/one';
import { ClientDetail } from '@/features/apps/ClientDetail';

export const Route = createFileRoute('/_in/account/apps/$id')({
  loader: ({ context, params }) => orNotFound(context.queryClient.ensureQueryData(oauthClientQuery(params.id))),
  component: function OAuthClientRoute() {
    const navigate = Route.useNavigate();
    return <ClientDetail id={Route.useParams().id} onRemoved={() => void navigate({ to: '/account/apps' })} />;
  },
});
