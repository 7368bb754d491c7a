import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMayChange } from '@/api/members';
import type { Organization, WebhookEndpoint } from '@/api/types';
import { endpointsQuery } from '@/api/webhooks';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import { DataTable, type Column } from '@/ui/DataTable';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { Time } from '@/ui/Value';
import { eventsLabel } from './endpoint';

type Search = Pick<ListSearch, 'page' | 'sorting'>;

interface EndpointListProps {
  organization: Organization;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

const columns: Column<WebhookEndpoint>[] = [
  { header: 'URL', phone: 'lead', grow: true, cell: ({ url }) => url },
  { header: 'Hears of', cell: ({ events }) => eventsLabel(events) },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'hide',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function EndpointList({ organization, search, onSearch }: EndpointListProps) {
  const query = useQuery(endpointsQuery(organization.id, search));
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/webhooks/new" params={params} kind="primary">
      New endpoint
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Webhooks" note="Your own systems hear of what happens here, signed and in order." action={add} />
      <DataTable
        label="endpoints"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/webhooks/$id', params: { ...params, id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          <EmptyState title="Nobody is told yet" action={add}>
            Add the address of a system of yours. Tillbook posts to it when someone buys, renews or cancels, and tries
            again until it answers.
          </EmptyState>
        }
      />
    </>
  );
}
