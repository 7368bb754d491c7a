import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Organization, WebhookDelivery } from '@/api/types';
import { courseQuery, deliveriesQuery, deliveryFilters } from '@/api/webhooks';
import { ABSENT } from '@/lib/format';
import type { DeliveryFilters } from '@/lib/list-filters';
import { DataTable } from '@/ui/DataTable';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { ListFilters } from '@/ui/ListFilters';
import { NewRows } from '@/ui/NewRows';
import { EmptyState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { About } from './About';
import { DeliveryDialog } from './DeliveryDialog';
import { took, waitingWords } from './endpoint';
import { wireTypeGroups } from './wire-types';

export interface DeliverySearch extends DeliveryFilters {
  page: number;
  /** The opened delivery. */
  open: string;
}

interface DeliveriesProps {
  organization: Organization;
  endpointId: string;
  search: DeliverySearch;
  onSearch: (change: Partial<DeliverySearch>) => void;
}

const noFilters: DeliveryFilters = { outcome: 'all', type: '', from: '', to: '' };

const outcomes = [
  { value: 'all', label: 'Any outcome' },
  { value: 'succeeded', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'To be sent again' },
] as const;

const types = wireTypeGroups.flatMap(({ options }) => options.map(({ value }) => ({ value, label: value })));

const columnsOf = (org: string): Column<WebhookDelivery>[] => [
  {
    header: 'Event',
    phone: 'lead',
    cell: ({ webhook_event: { type, is_test } }) => (is_test ? `${type} (test)` : type),
  },
  {
    header: 'About',
    grow: true,
    cell: ({ webhook_event }) => <About org={org} message={webhook_event} />,
  },
  {
    header: 'Status',
    phone: 'first',
    cell: ({ succeeded }) => (
      <StatusMark tone={succeeded ? 'good' : 'bad'}>{succeeded ? 'Delivered' : 'Failed'}</StatusMark>
    ),
  },
  { header: 'HTTP', figures: true, cell: ({ http_code }) => http_code ?? ABSENT },
  { header: 'Took', figures: true, phone: 'hide', cell: ({ duration_ms }) => took(duration_ms) },
  { header: 'Sent', phone: 'trail', cell: ({ created_at }) => <Time machine at={created_at} inRow side="left" /> },
];

/** Every delivery attempt, newest first; each opens to its body and the other attempts of its message. */
export function Deliveries({ organization, endpointId, search, onSearch }: DeliveriesProps) {
  const query = useQuery(deliveriesQuery(endpointId, search.page, search));
  const { data: { waiting } = { waiting: 0 } } = useQuery(courseQuery(endpointId));
  const columns = useMemo(() => columnsOf(organization.slug), [organization.slug]);
  const filter = (change: Partial<DeliveryFilters>) => onSearch({ page: 1, open: '', ...change });
  const isFiltered = Object.keys(deliveryFilters(search)).length > 0;
  const opened = query.data?.items.find(({ id }) => id === search.open);
  const params = { org: organization.slug, id: endpointId };
  return (
    <>
      <ListFilters moreSet={0} onClear={isFiltered ? () => filter(noFilters) : undefined}>
        <SelectFilter
          label="Outcome"
          value={search.outcome}
          options={outcomes}
          onChange={(outcome) => filter({ outcome })}
        />
        <SelectFilter
          label="Event type"
          value={search.type}
          options={[{ value: '', label: 'Any event' }, ...types]}
          onChange={(type) => filter({ type })}
        />
        <DateFilter machine label="Sent" range={search} onRange={filter} />
      </ListFilters>
      {search.outcome === 'waiting' && waiting > 0 && <p className="mb-3 text-soft">{waitingWords(waiting)}</p>}
      <NewRows label="deliveries" onShow={search.page > 1 ? () => onSearch({ page: 1, open: '' }) : undefined} />
      <DataTable
        label="deliveries"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) =>
          linkOptions({
            to: '/$org/webhooks/$id',
            params,
            search: { ...search, open: id },
            resetScroll: false,
            preload: false,
          })
        }
        page={search.page}
        onPage={(page) => onSearch({ page, open: '' })}
        empty={
          isFiltered ? (
            <EmptyState title="No matching deliveries">Deliveries are listed for 90 days.</EmptyState>
          ) : (
            <EmptyState title="Nothing was sent yet">
              {waiting > 0
                ? waitingWords(waiting)
                : 'The next event sent to this endpoint appears here, with its body and the response.'}
            </EmptyState>
          )
        }
      />
      {opened && (
        <DeliveryDialog organization={organization} delivery={opened} onClose={() => onSearch({ open: '' })} />
      )}
    </>
  );
}
