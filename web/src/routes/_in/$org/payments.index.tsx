import { createFileRoute } from '@tanstack/react-router';
import { paymentsQuery, type PaymentSearch } from '@/api/payments';
import { PaymentList } from '@/features/payments/PaymentList';
import { choice, code, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<PaymentSearch>({
  page,
  sorting: text('-created_at'),
  limit,
  query: text(),
  status: choice('all', 'succeeded', 'pending', 'failed'),
  customer: id,
  currency: code,
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/payments/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(paymentsQuery(context.organization.id, deps)),
  component: function PaymentsRoute() {
    const navigate = Route.useNavigate();
    return (
      <PaymentList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
