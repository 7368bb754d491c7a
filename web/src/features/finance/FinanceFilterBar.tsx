import { useCustomerChoices } from '@/api/customers';
import type { Organization } from '@/api/types';
import type { FinanceEntryFilters } from '@/lib/list-filters';
import { CurrencyFilter } from '@/ui/CurrencyFilter';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';

interface FinanceFilterBarProps {
  organization: Organization;
  search: FinanceEntryFilters;
  onSearch: (change: Partial<FinanceEntryFilters>) => void;
  /** Of the rows that match. */
  currencies: readonly string[];
}

export const entryKinds = [
  { value: 'all', label: 'Sales and refunds' },
  { value: 'sale', label: 'Sales' },
  { value: 'refunds', label: 'Refunds' },
] as const;

export const documentKinds = [
  { value: 'all', label: 'All documents' },
  { value: 'sale', label: 'Invoices' },
  { value: 'refunds', label: 'Credit notes' },
] as const;

const reasons = [
  { value: 'all', label: 'Any reason' },
  { value: 'purchase', label: 'Purchase' },
  { value: 'subscription_create', label: 'New subscription' },
  { value: 'subscription_cycle', label: 'Renewal' },
  { value: 'subscription_update', label: 'Plan change' },
] as const;

interface FinanceBarProps extends Pick<FinanceFilterBarProps, 'search' | 'onSearch'> {
  kinds: typeof entryKinds | typeof documentKinds;
}

export function FinanceFilterBar({ kinds, search, onSearch }: FinanceBarProps) {
  return (
    <>
      <SelectFilter label="Kind" value={search.kind} options={kinds} onChange={(kind) => onSearch({ kind })} />
      <DateFilter range={search} onRange={onSearch} />
    </>
  );
}

export function MoreFinanceFilters({ organization, search, onSearch, currencies }: FinanceFilterBarProps) {
  const customers = useCustomerChoices(organization.id, search.customer);
  return (
    <>
      <SelectFilter
        label="Reason"
        value={search.reason}
        options={reasons}
        onChange={(reason) => onSearch({ reason })}
      />
      <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
      <CurrencyFilter value={search.currency} currencies={currencies} onChange={(currency) => onSearch({ currency })} />
    </>
  );
}
