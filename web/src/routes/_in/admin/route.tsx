import { createFileRoute, notFound } from '@tanstack/react-router';
import { AdminShell } from '@/features/admin/AdminShell';
import { PersonMenu } from '@/features/person/PersonMenu';
import { isAdmin } from '@/lib/people';

export const Route = createFileRoute('/_in/admin')({
  // For all other users, the page does not exist.
  beforeLoad: ({ context }) => {
    if (!isAdmin(context.user)) throw notFound();
  },
  component: function AdminRoute() {
    return <AdminShell foot={<PersonMenu user={Route.useRouteContext().user} />} />;
  },
});
