import { createFileRoute } from '@tanstack/react-router';
import { customersQuery, type CustomerSearch } from '@/api/customers';
import { CustomerList } from '@/features/customers/CustomerList';
import { day, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<CustomerSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
  limit,
  from: day,
  to: day,
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
