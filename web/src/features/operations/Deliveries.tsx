import { operatorDeliveriesQuery } from '@/api/operator';
import type { OperatorEndpoint } from '@/api/types';
import { count, text } from '@/lib/format';
import { Section } from '@/ui/Facts';
import type { Column } from '@/ui/table-column';
import { Id, Time } from '@/ui/Value';
import { OperatorTable } from './OperatorTable';

/** Webhook endpoints whose messages wait. */
export function Deliveries() {
  return (
    <Section title="Deliveries that wait">
      <OperatorTable
        label="endpoints"
        query={operatorDeliveriesQuery}
        rowsOf={({ items }) => items}
        columns={columns}
        rowKey={({ id }) => id}
        none="No webhook message waits."
      />
    </Section>
  );
}

const columns: Column<OperatorEndpoint>[] = [
  { header: 'Endpoint', phone: 'lead', grow: true, cell: ({ host }) => <b className="font-medium">{host}</b> },
  {
    header: 'Organization',
    grow: true,
    phone: 'line',
    cell: ({ organization, organization_id }) => organization ?? <Id id={organization_id} />,
  },
  { header: 'Messages', figures: true, width: 6, phone: 'trail', cell: ({ messages }) => count(messages) },
  { header: 'Failing', figures: true, width: 5, phone: 'hide', cell: ({ failing }) => count(failing) },
  {
    header: 'Last answer',
    width: 6,
    phone: 'hide',
    cell: ({ failing, last_http_code }) => text(failing > 0 ? String(last_http_code ?? 'None') : undefined),
  },
  {
    header: 'Oldest',
    width: 7,
    phone: 'line',
    cell: ({ oldest_at }) => <Time machine at={oldest_at} inRow side="left" />,
  },
  {
    header: 'Next attempt',
    width: 8,
    priority: 2,
    phone: 'hide',
    cell: ({ next_attempt_at }) => <Time machine at={next_attempt_at} inRow side="left" />,
  },
];
