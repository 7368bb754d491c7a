import { createFileRoute } from '@tanstack/react-router';
import { subscriptionQuery } from '@/api/subscriptions';
import { SubscriptionDetail } from '@/features/subscriptions/SubscriptionDetail';

export const Route = createFileRoute('/_in/$org/subscriptions/$id')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(subscriptionQuery(params.id)),
  component: function SubscriptionRoute() {
    return <SubscriptionDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});
