import { useQuery } from '@tanstack/react-query';
import { operatorDueItemsQuery } from '@/api/operator';
import type { OperatorDueItem } from '@/api/types';
import { plural, word } from '@/lib/format';
import { Section } from '@/ui/Facts';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { Day, Id } from '@/ui/Value';
import { sum } from './figures';
import { OperatorTable } from './OperatorTable';

/** What business time causes next: overdue items first. */
export function DueItems() {
  const { data } = useQuery(operatorDueItemsQuery);
  const overdue = sum(data?.kinds.map((kind) => kind.overdue) ?? []);
  const kinds = data?.kinds.filter((kind) => kind.overdue > 0) ?? [];
  return (
    <Section title={overdue > 0 ? `Due items, ${overdue} overdue` : 'Due items'}>
      {kinds.length > 0 && (
        <p className="pb-2 text-soft">
          Overdue: {kinds.map(({ kind, overdue: of }) => `${of} × ${kind.replaceAll('_', ' ')}`).join(', ')}.
        </p>
      )}
      <OperatorTable
        label="due items"
        query={operatorDueItemsQuery}
        rowsOf={({ items }) => items}
        columns={columns}
        rowKey={({ kind, entity }) => `${kind}:${entity}`}
        none="Nothing is due, now or later."
      />
      {data?.items.length === 50 && (
        <p className="px-2 text-note text-faint">{plural(50, 'item')} are shown, the next ones first.</p>
      )}
    </Section>
  );
}

const columns: Column<OperatorDueItem>[] = [
  {
    header: 'Kind',
    phone: 'lead',
    width: 10,
    cell: ({ kind }) => <b className="font-medium">{word(kind.replaceAll('-', ' '))}</b>,
  },
  {
    header: 'State',
    phone: 'trail',
    cell: ({ overdue }) => <StatusMark tone={overdue ? 'warn' : 'off'}>{overdue ? 'Overdue' : 'Scheduled'}</StatusMark>,
  },
  { header: 'Due', width: 11, phone: 'first', cell: ({ due_at }) => <Day at={due_at} /> },
  { header: 'Entity', width: 9, phone: 'line', cell: ({ entity }) => <Id id={entity} /> },
  {
    header: 'Organization',
    width: 9,
    phone: 'hide',
    cell: ({ organization_id }) => (organization_id ? <Id id={organization_id} /> : 'None'),
  },
];
