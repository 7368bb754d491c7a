import { createFileRoute } from '@tanstack/react-router';
import { taxLinesQuery, type TaxLineSearch } from '@/api/finance';
import { TaxLineList } from '@/features/finance/TaxLineList';
import { choice, code, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<TaxLineSearch>({
  page,
  sorting: text('-booked_at'),
  limit,
  query: text(),
  kind: choice('all', 'sale', 'refunds'),
  reason: choice('all', 'purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'),
  row: text(),
  customer: id,
  currency: code,
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/finance/taxes')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(taxLinesQuery(context.organization.id, deps)),
  component: function TaxLinesRoute() {
    const navigate = Route.useNavigate();
    return (
      <TaxLineList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
