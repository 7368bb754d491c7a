import { createFileRoute } from '@tanstack/react-router';
import { customFieldsQuery, type CustomFieldSearch } from '@/api/custom-fields';
import { CustomFieldList } from '@/features/custom-fields/CustomFieldList';
import { choice, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<CustomFieldSearch>({
  page,
  sorting: text('slug'),
  query: text(),
  type: choice('all', 'text', 'number', 'date', 'checkbox', 'select'),
});

export const Route = createFileRoute('/_in/$org/custom-fields/')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(customFieldsQuery(context.organization.id, deps)),
  component: function CustomFieldsRoute() {
    const navigate = Route.useNavigate();
    return (
      <CustomFieldList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
