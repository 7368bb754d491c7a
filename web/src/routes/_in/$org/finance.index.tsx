import { createFileRoute } from '@tanstack/react-router';
import { FinancePage, type FinanceSearch } from '@/features/finance/FinancePage';
import { choice, day, listRoute } from '@/lib/list-route';

const { loaderDeps: _, ...options } = listRoute<FinanceSearch>({
  from: day,
  to: day,
  interval: choice('month', 'quarter', 'year'),
});

export const Route = createFileRoute('/_in/$org/finance/')({
  ...options,
  component: function FinanceRoute() {
    const navigate = Route.useNavigate();
    return (
      <FinancePage
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      />
    );
  },
});
