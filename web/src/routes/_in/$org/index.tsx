import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { firstStepsQuery } from '@/api/first-steps';
import { Home } from '@/features/home/Home';
import type { HomeSearch } from '@/features/home/home-search';
import { oneOf, type SearchInput } from '@/lib/search';
import { ranges } from '@/lib/span';

export const Route = createFileRoute('/_in/$org/')({
  validateSearch: (raw: SearchInput<HomeSearch>): HomeSearch => {
    const range = oneOf(raw.range, ['30d', '90d', '12m', '3y'], '12m');
    const interval = ranges[range].intervals.find((allowed) => allowed === raw.interval);
    return { range, ...(interval && { interval }) };
  },
  search: { middlewares: [stripSearchParams({ range: '12m' as const })] },
  loader: ({ context }) => void context.queryClient.prefetchQuery(firstStepsQuery(context.organization.id)),
  component: function HomeRoute() {
    const navigate = Route.useNavigate();
    return (
      <Home
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }) })}
      />
    );
  },
});
