import { createFileRoute } from '@tanstack/react-router';
import { discountsQuery, type DiscountSearch } from '@/api/discounts';
import { DiscountList } from '@/features/discounts/DiscountList';
import { choice, day, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<DiscountSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
  limit,
  status: choice('all', 'active', 'scheduled', 'used_up', 'ended'),
  type: choice('all', 'percentage', 'fixed'),
  duration: choice('all', 'once', 'repeating', 'forever'),
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/discounts/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(discountsQuery(context.organization.id, deps)),
  component: function DiscountsRoute() {
    const navigate = Route.useNavigate();
    return (
      <DiscountList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
