import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { NewApiKey } from '@/features/api-keys/NewApiKey';

export const Route = createFileRoute('/_in/account/api-keys/new')({
  component: function NewOwnApiKeyRoute() {
    return <NewApiKey owner={{}} list={linkOptions({ to: '/account/api-keys' })} />;
  },
});
