import { createFileRoute } from '@tanstack/react-router';
import { NewAccessToken } from '@/features/access-tokens/NewAccessToken';

export const Route = createFileRoute('/_in/$org/access-tokens/new')({
  staticData: { reserved: { who: 'Owners and admins create tokens' } },
  component: function NewAccessTokenRoute() {
    return <NewAccessToken organization={Route.useRouteContext().organization} />;
  },
});
