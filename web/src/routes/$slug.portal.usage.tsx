import { createFileRoute } from '@tanstack/react-router';
import { Usage } from '@/features/portal/Usage';

export const Route = createFileRoute('/$slug/portal/usage')({
  component: function UsageRoute() {
    return <Usage slug={Route.useParams().slug} />;
  },
});
