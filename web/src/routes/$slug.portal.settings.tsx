import { createFileRoute } from '@tanstack/react-router';
import { Settings } from '@/features/portal/Settings';

export const Route = createFileRoute('/$slug/portal/settings')({
  component: function SettingsRoute() {
    return <Settings slug={Route.useParams().slug} portal={Route.useRouteContext().portal} />;
  },
});
