import { createFileRoute } from '@tanstack/react-router';
import { portalQuery } from '@/api/portal';
import { setZone } from '@/lib/zone';
import { takeSessionFromAddress } from '@/lib/portal-session';
import { PortalClosed } from '@/features/portal/PortalClosed';
import { PortalShell } from '@/features/portal/PortalShell';

// Before the router reads the address.
takeSessionFromAddress();

export const Route = createFileRoute('/$slug/portal')({
  beforeLoad: async ({ context, params }) => {
    const portal = await context.queryClient.ensureQueryData(portalQuery(params.slug));
    // Its mails show the same days.
    setZone(portal.organization.time_zone);
    return { portal, organization: portal.organization };
  },
  component: function PortalRoute() {
    return <PortalShell slug={Route.useParams().slug} portal={Route.useRouteContext().portal} />;
  },
  errorComponent: ({ error, reset }) => <PortalClosed error={error} onRetry={reset} />,
});
