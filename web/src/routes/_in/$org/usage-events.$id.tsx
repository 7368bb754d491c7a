import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { usageEventQuery } from '@/api/usage-events';
import { UsageEventDetail } from '@/features/usage/UsageEventDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/usage-events/$id')({
  loader: ({ context, params }) => loadOne(context, params.id, usageEventQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="usage event" area="usage-events" />,
  component: function UsageEventRoute() {
    const { id } = Route.useParams();
    return <UsageEventDetail organization={Route.useRouteContext().organization} id={id} />;
  },
});
