import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { NewApiKey } from '@/features/api-keys/NewApiKey';

export const Route = createFileRoute('/_in/$org/api-keys/new')({
  staticData: { reserved: { who: 'Owners and admins create keys' } },
  component: function NewApiKeyRoute() {
    const { id, slug } = Route.useRouteContext().organization;
    return (
      <NewApiKey owner={{ organizationId: id }} list={linkOptions({ to: '/$org/api-keys', params: { org: slug } })} />
    );
  },
});
