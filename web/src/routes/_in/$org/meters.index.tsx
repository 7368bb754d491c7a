import { createFileRoute } from '@tanstack/react-router';
import { metersQuery } from '@/api/meters';
import { MeterList } from '@/features/meters/MeterList';
import { listRoute, page, searchChange, text } from '@/lib/list-route';
import type { ListSearch } from '@/lib/search';

const list = listRoute<ListSearch>({
  page,
  sorting: text('name'),
  query: text(),
});

export const Route = createFileRoute('/_in/$org/meters/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(metersQuery(context.organization.id, deps)),
  component: function MetersRoute() {
    const navigate = Route.useNavigate();
    return (
      <MeterList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
