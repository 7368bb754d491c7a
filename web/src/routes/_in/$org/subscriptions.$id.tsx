import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { subscriptionQuery } from '@/api/subscriptions';
import { SubscriptionDetail } from '@/features/subscriptions/SubscriptionDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/subscriptions/$id')({
  loader: ({ context, params }) => loadOne(context, params.id, subscriptionQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="subscription" area="subscriptions" />,
  component: function SubscriptionRoute() {
    return <SubscriptionDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
