import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { Day, TaxTableEvent } from './tax-table.events.ts';

type Changed = Executed<unknown, TaxTableEvent>;

/** `startsOn` is today unless said otherwise. */
export class AddTaxRate extends command('AddTaxRate')<
  {
    taxRateId: string;
    organizationId: string;
    country: string;
    state: string | null;
    name: string;
    percent: string;
    appliesToBusinesses: boolean;
    startsOn?: Day;
  },
  Changed
> {}
/** `endsOn`, the first day without it, is today unless said otherwise; for a rate that has not begun yet, its first day. */
export class EndTaxRate extends command('EndTaxRate')<
  { taxRateId: string; organizationId: string; endsOn?: Day },
  Changed
> {}
export class ChangeTaxOrigin extends command('ChangeTaxOrigin')<
  { organizationId: string; country: string | null },
  Changed
> {}
