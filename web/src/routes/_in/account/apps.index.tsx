import { createFileRoute } from '@tanstack/react-router';
import { oauthClientsQuery } from '@/api/oauth-clients';
import { oauthGrantsQuery } from '@/api/oauth-grants';
import { AppsPage } from '@/features/apps/AppsPage';

export const Route = createFileRoute('/_in/account/apps/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(oauthGrantsQuery(1));
    void queryClient.prefetchQuery(oauthClientsQuery(1));
  },
  component: function AppsRoute() {
    const navigate = Route.useNavigate();
    return <AppsPage onRegistered={(id) => void navigate({ to: '/account/apps/$id', params: { id } })} />;
  },
});
