import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { financeEntriesQuery, financeEntryTotalsQuery, type FinanceEntrySearch } from '@/api/finance';
import type { Organization } from '@/api/types';
import { exportHref, financeFilters, type FinanceEntryFilters } from '@/lib/list-filters';
import { entrySums } from '@/lib/list-sums';
import { ResourceList } from '@/ui/ResourceList';
import { entryColumns } from './columns';
import { documentKinds, FinanceFilterBar, MoreFinanceFilters } from './FinanceFilterBar';

interface FinanceEntryListProps {
  organization: Organization;
  search: FinanceEntrySearch;
  onSearch: (change: Partial<FinanceEntrySearch>) => void;
}

export const noFinanceFilters: FinanceEntryFilters = {
  query: '',
  kind: 'all',
  reason: 'all',
  customer: '',
  currency: '',
  from: '',
  to: '',
};

/** Paid orders and refunds as they are booked, with their invoices and credit notes. */
export function FinanceEntryList({ organization, search, onSearch }: FinanceEntryListProps) {
  const query = useQuery(financeEntriesQuery(organization.id, search));
  const { data: totals } = useQuery(financeEntryTotalsQuery(organization.id, search));
  const params = { org: organization.slug };
  const found = totals?.totals ?? [];
  const bar = { organization, search, onSearch, currencies: found.map(({ currency }) => currency) };
  return (
    <ResourceList
      title="Invoices and credit notes"
      up={{ label: 'Finance', link: linkOptions({ to: '/$org/finance', params }) }}
      label="documents"
      kept="finance-entries"
      columns={entryColumns}
      query={query}
      link={({ order_id }) => linkOptions({ to: '/$org/orders/$id', params: { ...params, id: order_id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Number, order or customer"
      filters={<FinanceFilterBar kinds={documentKinds} search={search} onSearch={onSearch} />}
      more={{ filters: <MoreFinanceFilters {...bar} />, names: ['reason', 'customer', 'currency'] }}
      noFilters={noFinanceFilters}
      totals={totals && { count: totals.count, sums: entrySums(found) }}
      exportHref={exportHref('finance/entries', organization.id, financeFilters(search))}
      empty={{
        title: 'No invoices yet',
        text: 'Every order gets its invoice when it is paid, and every refund its credit note when it succeeds.',
      }}
    />
  );
}
