import { createFileRoute } from '@tanstack/react-router';
import { Overview } from '@/features/portal/Overview';

export const Route = createFileRoute('/$slug/portal/')({
  component: function OverviewRoute() {
    return <Overview slug={Route.useParams().slug} portal={Route.useRouteContext().portal} />;
  },
});
