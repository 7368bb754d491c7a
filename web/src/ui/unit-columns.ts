import { count } from '@/lib/format';
import type { Column } from './table-column';

/** Stacked rows have no head: there, figures say themselves what they are. */
const inHead = () => '';
const withWord = (units: number, what: string, head: string | undefined) =>
  head === undefined ? `${count(units)} ${what}` : count(units);

interface Units {
  consumed_units: number;
  credited_units: number;
  balance: number;
}

/** What a customer has consumed of a meter in the open period, what is credited, and what is left of that. */
export const unitColumns: Column<Units>[] = [
  {
    header: 'Consumed',
    sort: 'consumed_units',
    figures: true,
    priority: 1,
    unit: inHead,
    cell: ({ consumed_units }, head) => withWord(consumed_units, 'consumed', head),
  },
  {
    header: 'Credited',
    sort: 'credited_units',
    figures: true,
    priority: 2,
    unit: inHead,
    cell: ({ credited_units }, head) => withWord(credited_units, 'credited', head),
  },
  {
    header: 'Balance',
    sort: 'balance',
    phone: 'trail',
    figures: true,
    priority: 0,
    cell: ({ balance }) => count(balance),
  },
];
