import { createFileRoute } from '@tanstack/react-router';
import { financeEntriesQuery, type FinanceEntrySearch } from '@/api/finance';
import { FinanceEntryList } from '@/features/finance/FinanceEntryList';
import { choice, code, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<FinanceEntrySearch>({
  page,
  sorting: text('-booked_at'),
  limit,
  query: text(),
  kind: choice('all', 'sale', 'refunds'),
  reason: choice('all', 'purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'),
  customer: id,
  currency: code,
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/finance/entries')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(financeEntriesQuery(context.organization.id, deps)),
  component: function FinanceEntriesRoute() {
    const navigate = Route.useNavigate();
    return (
      <FinanceEntryList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
