import { documentWords, entryWords, taxPlace, taxRateWords } from '@/lib/finance';
import { text } from '@/lib/format';
import { day } from '@/lib/time';
import type { FinanceEntry, TaxLine } from '@/api/types';
import { amountColumn } from '@/ui/columns';
import { StatusMark } from '@/ui/StatusMark';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';
import { SaveDocument } from './SaveDocument';

type Booked = FinanceEntry | TaxLine;

const customer: Column<Booked> = {
  header: 'Customer',
  phone: 'lead',
  grow: true,
  cell: ({ customer_email }) => text(customer_email),
};

const kinds = { sale: 'good', refund: 'off', refund_reversal: 'warn' } as const;

const kind = (header: string, words: typeof entryWords | typeof documentWords): Column<Booked> => ({
  header,
  phone: 'first',
  cell: (row) => <StatusMark tone={kinds[row.kind]}>{words[row.kind]}</StatusMark>,
});

const order: Column<Booked> = {
  header: 'Order',
  phone: 'spare',
  width: 7,
  cell: ({ number }) => <span className="font-mono text-[13px]">{number}</span>,
};

const booked: Column<Booked> = {
  header: 'Date',
  sort: 'booked_at',
  cell: ({ booked_at }) => <Time at={booked_at} inRow side="left" />,
};

function amount<Row extends Booked>(
  header: string,
  of: (row: Row) => number,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return { ...amountColumn(header, undefined, of), phone: 'hide', ...more };
}

export const entryColumns: Column<FinanceEntry>[] = [
  {
    header: 'Number',
    phone: 'first',
    width: 9,
    priority: 0,
    cell: ({ document_number }) => <span className="font-mono text-[13px]">{text(document_number)}</span>,
  },
  customer,
  { ...order, phone: 'hide', priority: 3 },
  kind('Document', documentWords),
  amount('Net', ({ net_amount }) => net_amount, { priority: 2 }),
  amount('Tax', ({ tax_amount }) => tax_amount, { priority: 1 }),
  amount('Total', ({ total_amount }) => total_amount, { sort: 'total', phone: 'trail' }),
  { header: 'Place', optional: true, priority: 4, phone: 'hide', cell: taxPlace },
  amount('By card', ({ payment_amount }) => payment_amount, { optional: true, priority: 3 }),
  { ...booked, cell: ({ document_day, booked_at }) => day(document_day ?? booked_at) },
  { header: 'PDF', actions: true, phone: 'hide', priority: 2, cell: (row) => <SaveDocument entry={row} /> },
];

export const taxLineColumns: Column<TaxLine>[] = [
  customer,
  order,
  kind('Entry', entryWords),
  { header: 'Place', phone: 'hide', priority: 2, grow: true, cell: taxPlace },
  { header: 'Rate', phone: 'spare', cell: taxRateWords },
  amount('Net', ({ base_amount }) => base_amount, { priority: 1 }),
  amount('Tax', ({ tax_amount }) => tax_amount, { sort: 'tax', phone: 'trail' }),
  booked,
];
