import { createFileRoute } from '@tanstack/react-router';
import { Settings } from '@/features/portal/Settings';

export const Route = createFileRoute('/$slug/portal/settings')({
  // With which the customer comes back from linking an account.
  validateSearch: ({ error }: Record<string, unknown>): { error?: string } =>
    typeof error === 'string' ? { error } : {},
  component: function SettingsRoute() {
    const { error } = Route.useSearch();
    return <Settings slug={Route.useParams().slug} portal={Route.useRouteContext().portal} linkError={error} />;
  },
});
