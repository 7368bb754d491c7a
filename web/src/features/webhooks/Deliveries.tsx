import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { Organization, WebhookDelivery } from '@/api/types';
import { deliveriesQuery, deliveryFilters, waitingQuery } from '@/api/webhooks';
import { ABSENT } from '@/lib/format';
import type { DeliveryFilters } from '@/lib/list-filters';
import { DataTable } from '@/ui/DataTable';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { ListFilters } from '@/ui/ListFilters';
import { EmptyState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
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

const columns: Column<WebhookDelivery>[] = [
  {
    header: 'Event',
    phone: 'lead',
    grow: true,
    cell: ({ webhook_event: { type, is_test } }) => (is_test ? `${type} (test)` : type),
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
      {search.outcome === 'waiting' && <Waiting endpointId={endpointId} />}
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
              The next event sent to this endpoint appears here, with its body and the response.
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

/** Messages behind one that is sent again have no delivery to be listed. */
function Waiting({ endpointId }: { endpointId: string }) {
  const { data: waiting = 0 } = useQuery(waitingQuery(endpointId));
  return waiting > 0 && <p className="mb-3 text-soft">{waitingWords(waiting)}</p>;
}
