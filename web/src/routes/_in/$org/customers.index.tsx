import { createFileRoute } from '@tanstack/react-router';
import { customersQuery } from '@/api/customers';
import { CustomerList } from '@/features/customers/CustomerList';
import { listRoute, page, searchChange, text } from '@/lib/list-route';
import type { ListSearch } from '@/lib/search';

const list = listRoute<ListSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
});

export const Route = createFileRoute('/_in/$org/customers/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(customersQuery(context.organization.id, deps)),
  component: function CustomersRoute() {
    const navigate = Route.useNavigate();
    return (
      <CustomerList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
