import { createFileRoute } from '@tanstack/react-router';
import { checkoutsQuery, type CheckoutSearch } from '@/api/checkouts';
import { CheckoutList } from '@/features/checkouts/CheckoutList';
import { choice, day, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<CheckoutSearch>({
  page,
  sorting: text('-created_at'),
  limit,
  query: text(),
  from: day,
  to: day,
  product: id,
  customer: id,
  link: id,
  status: choice('all', 'open', 'confirmed', 'succeeded', 'expired'),
});

export const Route = createFileRoute('/_in/$org/checkouts/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(checkoutsQuery(context.organization.id, deps)),
  component: function CheckoutsRoute() {
    const navigate = Route.useNavigate();
    return (
      <CheckoutList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
