import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { attentionQuery, figuresQuery } from '@/api/figures';
import { recentOrdersQuery } from '@/api/latest-orders';
import { Home } from '@/features/home/Home';
import type { HomeSearch } from '@/features/home/home-search';
import { dayOf, type SearchInput } from '@/lib/search';
import { today } from '@/lib/time';

const RANGES = ['7d', '30d', '90d', '12m', '3y'] as const;
const INTERVALS = ['day', 'week', 'month'] as const;

export const Route = createFileRoute('/_in/$org/')({
  validateSearch: (raw: SearchInput<HomeSearch>): HomeSearch => {
    const range = RANGES.find((known) => known === raw.range);
    const interval = INTERVALS.find((known) => known === raw.interval);
    const [from, to] = [dayOf(raw.from), dayOf(raw.to)];
    return { from, to, ...(range && { range }), ...(interval && { interval }) };
  },
  search: { middlewares: [stripSearchParams({ from: '', to: '' })] },
  loaderDeps: ({ search }) => search,
  // All at once: the page needs nothing that depends on an answer.
  loader: ({ context: { queryClient, organization }, deps }) => {
    void queryClient.prefetchQuery(figuresQuery(organization.id, deps, today()));
    void queryClient.prefetchQuery(attentionQuery(organization.id));
    void queryClient.prefetchQuery(recentOrdersQuery(organization.id));
  },
  component: function HomeRoute() {
    const navigate = Route.useNavigate();
    return (
      <Home
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ search, resetScroll: false })}
      />
    );
  },
});
