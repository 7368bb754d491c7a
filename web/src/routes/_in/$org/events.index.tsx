import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { eventsQuery, type EventSearch } from '@/api/events';
import { EventLog } from '@/features/events/EventLog';
import { dayOf, pageOf, textOf, type SearchInput } from '@/lib/search';

const everything: EventSearch = { page: 1, category: '', type: '', stream: '', person: '', from: '', to: '' };

export const Route = createFileRoute('/_in/$org/events/')({
  staticData: { reserved: { who: 'Owners and admins see the log' } },
  validateSearch: (raw: SearchInput<EventSearch>): EventSearch => ({
    page: pageOf(raw.page),
    category: textOf(raw.category, ''),
    type: textOf(raw.type, ''),
    stream: textOf(raw.stream, ''),
    person: textOf(raw.person, ''),
    from: dayOf(raw.from),
    to: dayOf(raw.to),
  }),
  search: { middlewares: [stripSearchParams(everything)] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (context.mayChange) void context.queryClient.prefetchQuery(eventsQuery(context.organization.id, deps));
  },
  component: function EventsRoute() {
    const navigate = Route.useNavigate();
    return (
      <EventLog
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ search: (was) => ({ ...was, page: 1, ...change }), resetScroll: false })}
      />
    );
  },
});
