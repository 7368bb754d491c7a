import { createFileRoute, useRouter } from '@tanstack/react-router';
import { settingsPages } from '@/features/organizations/areas';
import { Settings } from '@/features/settings/Settings';
import { Tabs } from '@/ui/Tabs';

export const Route = createFileRoute('/_in/$org/settings')({
  component: function SettingsRoute() {
    const router = useRouter();
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    async function saved(slug: string) {
      if (slug !== org) await navigate({ params: { org: slug }, replace: true });
      await router.invalidate();
    }
    return (
      <>
        <Tabs label="Settings" tabs={settingsPages(org)} />
        <Settings
          slug={org}
          onSaved={(slug) => void saved(slug)}
          onGone={() => void navigate({ to: '/organizations' })}
        />
      </>
    );
  },
});
