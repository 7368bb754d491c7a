import { createFileRoute } from '@tanstack/react-router';
import { eventsQuery, type EventSearch } from '@/api/events';
import { EventLog } from '@/features/events/EventLog';
import { choice, day, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<EventSearch>({
  page,
  show: choice('business', 'all'),
  category: text(),
  type: text(),
  stream: text(),
  person: text(),
  from: day,
  to: day,
});

export const Route = createFileRoute('/_in/$org/events/')({
  staticData: { reserved: { who: 'Owners and admins see the log' } },
  ...list,
  loader: ({ context, deps }) => {
    if (context.mayChange) void context.queryClient.prefetchQuery(eventsQuery(context.organization.id, deps));
  },
  component: function EventsRoute() {
    const navigate = Route.useNavigate();
    return (
      <EventLog
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate({ ...searchChange(change), resetScroll: false })}
      />
    );
  },
});
