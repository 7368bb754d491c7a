import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMayChange } from '@/api/members';
import { useRoom } from '@/api/limits';
import { metersQuery, useMetersThisMonth } from '@/api/meters';
import type { Meter, Organization } from '@/api/types';
import { meterWords } from '@/lib/meter-words';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import { ResourceList } from '@/ui/ResourceList';
import { RoomAction } from '@/ui/RoomAction';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { quantity } from './meter-usage';

interface MeterListProps {
  organization: Organization;
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
}

type Shown = (id: string) => string;

const columnsOf = (thisMonth: Shown): Column<Meter>[] => [
  { header: 'Name', sort: 'name', phone: 'lead', cell: ({ name }) => name },
  { header: 'Measures', grow: true, cell: ({ filter, aggregation }) => meterWords(filter, aggregation) },
  {
    header: 'This month',
    figures: true,
    priority: 0,
    // Stacked rows have no head.
    unit: () => '',
    cell: ({ id }, head) => (head === undefined ? `${thisMonth(id)} this month` : thisMonth(id)),
  },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'trail',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function MeterList({ organization, search, onSearch }: MeterListProps) {
  const query = useQuery(metersQuery(organization.id, search));
  const ids = query.data?.items.map(({ id }) => id) ?? [];
  const { data: months, isError } = useMetersThisMonth(organization.id, ids);
  const thisMonth: Shown = (id) => {
    const measured = months?.get(id);
    if (measured !== undefined) return quantity(measured);
    return isError ? '—' : '…';
  };
  const params = { org: organization.slug };
  const room = useRoom(organization.id, 'meters');
  const add = useMayChange(organization.id) && (
    <RoomAction room={room} label="New meter">
      <ButtonLink to="/$org/meters/new" params={params} kind="primary">
        New meter
      </ButtonLink>
    </RoomAction>
  );
  return (
    <ResourceList
      title="Meters"
      label="meters"
      action={add}
      columns={columnsOf(thisMonth)}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/meters/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Search meters"
      noFilters={{ query: '' }}
      empty={{
        title: 'What do customers use?',
        text: 'A meter says which of your usage events count and how they add up, such as the sum of tokens. A product can have a price per unit of it.',
        action: add,
      }}
    />
  );
}
