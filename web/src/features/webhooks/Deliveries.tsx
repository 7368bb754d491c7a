import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { Organization, WebhookDelivery } from '@/api/types';
import { deliveriesQuery } from '@/api/webhooks';
import { ABSENT } from '@/lib/format';
import { day } from '@/lib/time';
import { Button } from '@/ui/Button';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { DeliveryDialog } from './DeliveryDialog';

export interface DeliverySearch {
  page: number;
  /** The opened delivery. */
  open: string;
  /** Only failed attempts from this day on; '' for all. */
  failed: string;
}

interface DeliveriesProps {
  organization: Organization;
  endpointId: string;
  search: DeliverySearch;
  onSearch: (change: Partial<DeliverySearch>) => void;
}

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
  { header: 'Sent', phone: 'trail', cell: ({ created_at }) => <Time machine at={created_at} inRow side="left" /> },
];

/** Every delivery attempt, newest first; each opens to its body and the other attempts of its message. */
export function Deliveries({ organization, endpointId, search, onSearch }: DeliveriesProps) {
  const query = useQuery(deliveriesQuery(endpointId, search.page, search.failed));
  const opened = query.data?.items.find(({ id }) => id === search.open);
  const params = { org: organization.slug, id: endpointId };
  return (
    <>
      {search.failed && (
        <p className="mb-2 flex flex-wrap items-center gap-x-4 text-soft">
          Failed attempts since {day(search.failed)}
          <Button onClick={() => onSearch({ failed: '', page: 1 })}>Show all deliveries</Button>
        </p>
      )}
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
          <EmptyState title="Nothing was sent yet">
            The next event sent to this endpoint appears here, with its body and the response.
          </EmptyState>
        }
      />
      {opened && (
        <DeliveryDialog organization={organization} delivery={opened} onClose={() => onSearch({ open: '' })} />
      )}
    </>
  );
}
