import { createFileRoute } from '@tanstack/react-router';
import { eventQuery } from '@/api/events';
import { EventDetail } from '@/features/events/EventDetail';

export const Route = createFileRoute('/_in/$org/events/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(eventQuery(params.id)),
  component: function EventRoute() {
    return <EventDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
