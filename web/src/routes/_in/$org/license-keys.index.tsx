import { createFileRoute } from '@tanstack/react-router';
import { licenseKeysQuery, type LicenseKeySearch } from '@/api/license-keys';
import { LicenseKeyList } from '@/features/license-keys/LicenseKeyList';
import { choice, id, limit, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<LicenseKeySearch>({
  page,
  sorting: text('-created_at'),
  limit,
  query: text(),
  status: choice('all', 'granted', 'disabled', 'revoked'),
  benefit: id,
  customer: id,
});

export const Route = createFileRoute('/_in/$org/license-keys/')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(licenseKeysQuery(context.organization.id, deps)),
  component: function LicenseKeysRoute() {
    const navigate = Route.useNavigate();
    return (
      <LicenseKeyList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});
