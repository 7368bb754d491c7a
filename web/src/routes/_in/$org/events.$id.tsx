import { createFileRoute } from '@tanstack/react-router';
import { eventQuery } from '@/api/events';
import { loadOne } from '@/api/one';
import { EventDetail } from '@/features/events/EventDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/events/$id')({
  staticData: { reserved: { who: 'Owners and admins see the log' } },
  loader: ({ context, params }) => (context.mayChange ? loadOne(context, params.id, eventQuery(params.id)) : undefined),
  notFoundComponent: () => <NoSuchHere what="event" area="events" />,
  component: function EventRoute() {
    return <EventDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
