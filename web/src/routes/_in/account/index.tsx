import { createFileRoute, useRouter } from '@tanstack/react-router';
import { Profile } from '@/features/account/Profile';

export const Route = createFileRoute('/_in/account/')({
  component: function ProfileRoute() {
    const router = useRouter();
    return <Profile user={Route.useRouteContext().user} onSaved={() => void router.invalidate()} />;
  },
});
