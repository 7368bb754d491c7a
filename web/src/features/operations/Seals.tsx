import { useQuery } from '@tanstack/react-query';
import { operatorSealsQuery } from '@/api/operator';
import type { OperatorSeal } from '@/api/types';
import { count, plural } from '@/lib/format';
import { exact } from '@/lib/time';
import { Section } from '@/ui/Facts';
import type { Column } from '@/ui/table-column';
import { Id, Time } from '@/ui/Value';
import { OperatorTable } from './OperatorTable';

/** The last seals of the log. */
export function Seals() {
  const { data } = useQuery(operatorSealsQuery);
  return (
    <Section title="Seals">
      {data && <p className="pb-2 text-soft">{plural(data.unsealed, 'event')} after the last seal.</p>}
      <OperatorTable
        label="seals"
        query={operatorSealsQuery}
        rowsOf={({ items }) => items}
        columns={columns}
        rowKey={({ seal }) => seal}
        none="The log has no seal yet: its first hour is sealed when it has ended."
      />
    </Section>
  );
}

const columns: Column<OperatorSeal>[] = [
  { header: 'Hour', phone: 'lead', width: 13, cell: ({ hour }) => `${exact(hour).slice(0, 16)} UTC` },
  { header: 'Events', figures: true, phone: 'trail', cell: ({ count: events }) => count(events) },
  { header: 'Seal', width: 10, phone: 'line', cell: ({ seal }) => <Id id={seal} /> },
  { header: 'Sealed', phone: 'line', cell: ({ at }) => <Time machine at={at} inRow side="left" /> },
];
