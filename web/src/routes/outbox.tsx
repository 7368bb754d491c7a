import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { Outbox } from '@/features/sandbox/Outbox';
import { textOf, type SearchInput } from '@/lib/search';

interface Search {
  to: string;
  kind: string;
}

export const Route = createFileRoute('/outbox')({
  validateSearch: (raw: SearchInput<Search>): Search => ({ to: textOf(raw.to, ''), kind: textOf(raw.kind, '') }),
  search: { middlewares: [stripSearchParams({ to: '', kind: '' })] },
  component: function OutboxRoute() {
    const navigate = Route.useNavigate();
    return (
      <Outbox
        filter={Route.useSearch()}
        onFilter={(change) => void navigate({ search: (was) => ({ ...was, ...change }), replace: true })}
      />
    );
  },
});
