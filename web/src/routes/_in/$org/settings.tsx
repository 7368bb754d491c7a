import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Settings } from '@/features/settings/Settings';

export const Route = createFileRoute('/_in/$org/settings')({
  component: function SettingsRoute() {
    const router = useRouter();
    return <Settings slug={Route.useParams().org} onSaved={() => void router.invalidate()} />;
  },
});
