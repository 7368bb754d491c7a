import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionPage } from '@/features/portal/SubscriptionPage';

export const Route = createFileRoute('/$slug/portal/subscriptions/$id')({
  component: function SubscriptionRoute() {
    return <SubscriptionPage {...Route.useParams()} portal={Route.useRouteContext().portal} />;
  },
});
