import { createFileRoute } from '@tanstack/react-router';
import { settingsPages } from '@/features/organizations/areas';
import { TaxTable } from '@/features/tax/TaxTable';
import { choice, limit, listRoute, page, searchChange, text } from '@/lib/list-route';
import type { TaxSearch } from '@/api/tax';
import { Tabs } from '@/ui/Tabs';

const list = listRoute<TaxSearch>({
  page,
  sorting: text('place'),
  limit,
  country: text(),
  shown: choice('current', 'all'),
});

export const Route = createFileRoute('/_in/$org/tax')({
  ...list,
  component: function TaxRoute() {
    const navigate = Route.useNavigate();
    const { organization } = Route.useRouteContext();
    return (
      <>
        <Tabs label="Settings" tabs={settingsPages(organization.slug)} />
        <TaxTable
          organization={organization}
          search={Route.useSearch()}
          onSearch={(change) => void navigate(searchChange(change))}
        />
      </>
    );
  },
});
