import { createFileRoute } from '@tanstack/react-router';
import { eventQuery } from '@/api/events';
import { EventDetail } from '@/features/events/EventDetail';

export const Route = createFileRoute('/_in/$org/events/$id')({
  staticData: { reserved: { who: 'Owners and admins see the log' } },
  loader: ({ context, params }) =>
    context.mayChange ? context.queryClient.ensureQueryData(eventQuery(params.id)) : undefined,
  component: function EventRoute() {
    return <EventDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
