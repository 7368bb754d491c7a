import { operatorStateQuery } from '@/api/operator';
import type { OperatorState } from '@/api/types';
import { count, word } from '@/lib/format';
import { Section } from '@/ui/Facts';
import type { Column } from '@/ui/table-column';
import { milliseconds } from './figures';
import { OperatorTable } from './OperatorTable';

type Engine = OperatorState['engines'][number];
type Row = Engine['operations'][number] & Pick<Engine, 'store' | 'product'>;

/** The stores, and how long their last calls took. */
export function Engines({ engines }: { engines: readonly Engine[] }) {
  const products = engines.map(({ store, product }) => `${store}: ${product}`).join(', ');
  return (
    <Section title="Stores">
      <p className="pb-2 text-soft">{word(products)}. Durations are of the last 256 calls in this process.</p>
      <OperatorTable
        label="operations"
        query={operatorStateQuery}
        rowsOf={rowsOf}
        columns={columns}
        rowKey={({ store, operation }) => `${store} ${operation}`}
        none="Nothing has been called yet."
      />
    </Section>
  );
}

/** The slowest of each store first. */
function rowsOf({ engines }: OperatorState): Row[] {
  return engines.flatMap(({ store, product, operations }) =>
    operations
      .toSorted((one, other) => other.p95_ms - one.p95_ms)
      .map((operation) => ({ ...operation, store, product })),
  );
}

const columns: Column<Row>[] = [
  {
    header: 'Operation',
    phone: 'lead',
    grow: true,
    cell: ({ store, operation }) => (
      <>
        <b className="font-medium">{word(store)}</b> {operation}
      </>
    ),
  },
  { header: 'Calls', figures: true, phone: 'hide', cell: ({ calls }) => count(calls) },
  { header: 'Unavailable', figures: true, phone: 'hide', cell: ({ errors }) => count(errors) },
  { header: 'Half within', figures: true, phone: 'hide', cell: ({ p50_ms }) => milliseconds(p50_ms) },
  { header: '95 % within', figures: true, phone: 'trail', cell: ({ p95_ms }) => milliseconds(p95_ms) },
  { header: 'Longest', figures: true, phone: 'hide', cell: ({ max_ms }) => milliseconds(max_ms) },
];
