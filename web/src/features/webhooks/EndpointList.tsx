import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useRoom } from '@/api/limits';
import { useMayChange } from '@/api/members';
import type { Organization, WebhookEndpoint } from '@/api/types';
import { endpointsQuery } from '@/api/webhooks';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { ResourceList } from '@/ui/ResourceList';
import { RoomAction } from '@/ui/RoomAction';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import { eventsLabel } from './endpoint';

type Search = Omit<ListSearch, 'query'>;

interface EndpointListProps {
  organization: Organization;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

const columns: Column<WebhookEndpoint>[] = [
  { header: 'URL', phone: 'lead', grow: true, cell: ({ url }) => url },
  { header: 'Events', cell: ({ events }) => eventsLabel(events) },
  {
    header: 'Status',
    cell: ({ enabled }) => <StatusMark tone={enabled ? 'good' : 'bad'}>{enabled ? 'Enabled' : 'Disabled'}</StatusMark>,
  },
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
  const room = useRoom(organization.id, 'webhook_endpoints');
  const add = useMayChange(organization.id) && (
    <RoomAction room={room} label="New endpoint">
      <ButtonLink to="/$org/webhooks/new" params={params} kind="primary">
        New endpoint
      </ButtonLink>
    </RoomAction>
  );
  return (
    <ResourceList
      title="Webhooks"
      note="Your own systems are notified of what happens here, signed and in order."
      label="endpoints"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/webhooks/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      empty={{
        title: 'No endpoints yet',
        text: 'Add the address of a system of yours. Tillbook posts to it when someone buys, renews or cancels, and retries until it answers.',
        action: add,
      }}
    />
  );
}
