import { createFileRoute, linkOptions } from '@tanstack/react-router';
import { apiKeysQuery } from '@/api/api-keys';
import { ApiKeyList } from '@/features/api-keys/ApiKeyList';
import { listRoute, page } from '@/lib/list-route';

const list = listRoute<{ page: number }>({ page });

export const Route = createFileRoute('/_in/account/api-keys/')({
  ...list,
  loader: ({ context }) => void context.queryClient.prefetchQuery(apiKeysQuery({})),
  component: function OwnApiKeysRoute() {
    const navigate = Route.useNavigate();
    return (
      <ApiKeyList
        owner={{}}
        note="With one of these, your program can do what you can, in all your organizations."
        empty="For scripts that you run yourself. A program that works for an organization should use one of its own keys, which stay when you leave."
        add={linkOptions({ to: '/account/api-keys/new' })}
        page={Route.useSearch().page}
        onPage={(chosen) => void navigate({ search: { page: chosen } })}
      />
    );
  },
});
