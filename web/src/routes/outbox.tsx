import { createFileRoute } from '@tanstack/react-router';
import { sessionQuery } from '@/api/account';
import { outboxQuery, type OutboxSearch } from '@/api/sandbox';
import { Outbox } from '@/features/sandbox/Outbox';
import { listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<OutboxSearch>({ page, query: text(), kind: text(), organization: text() });

export const Route = createFileRoute('/outbox')({
  ...list,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(outboxQuery(deps));
    return context.queryClient.ensureQueryData(sessionQuery).catch(() => null);
  },
  component: function OutboxRoute() {
    const navigate = Route.useNavigate();
    return (
      <Outbox
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
        signedIn={Boolean(Route.useLoaderData())}
      />
    );
  },
});
