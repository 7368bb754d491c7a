import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { taxLinesQuery, taxLineTotalsQuery, type TaxLineSearch } from '@/api/finance';
import type { Organization } from '@/api/types';
import { taxRowWords } from '@/lib/finance';
import { exportHref, financeFilters } from '@/lib/list-filters';
import { Button } from '@/ui/Button';
import { Icon } from '@/ui/Icon';
import { ResourceList } from '@/ui/ResourceList';
import { taxLineColumns } from './columns';
import { noFinanceFilters } from './FinanceEntryList';
import { entryKinds, FinanceFilterBar, MoreFinanceFilters } from './FinanceFilterBar';

interface TaxLineListProps {
  organization: Organization;
  search: TaxLineSearch;
  onSearch: (change: Partial<TaxLineSearch>) => void;
}

/** What each rate made of sales and refunds. */
export function TaxLineList({ organization, search, onSearch }: TaxLineListProps) {
  const query = useQuery(taxLinesQuery(organization.id, search));
  const { data: totals } = useQuery(taxLineTotalsQuery(organization.id, search));
  const params = { org: organization.slug };
  const sums = totals?.totals.map(({ currency, tax_amount }) => ({ currency, amount: tax_amount, of: 'tax' })) ?? [];
  const bar = { organization, search, onSearch, currencies: sums.map(({ currency }) => currency) };
  return (
    <ResourceList
      title="Taxes"
      up={{ label: 'Finance', link: linkOptions({ to: '/$org/finance', params }) }}
      note={search.row ? taxRowWords(search.row) : undefined}
      label="tax lines"
      kept="tax-lines"
      columns={taxLineColumns}
      query={query}
      link={({ order_id }) => linkOptions({ to: '/$org/orders/$id', params: { ...params, id: order_id } })}
      search={search}
      onSearch={onSearch}
      searchLabel="Order number or customer"
      filters={
        <>
          <FinanceFilterBar kinds={entryKinds} search={search} onSearch={onSearch} />
          {search.row && (
            <Button onClick={() => onSearch({ row: '' })}>
              {taxRowWords(search.row)}
              <Icon name="close" />
            </Button>
          )}
        </>
      }
      more={{ filters: <MoreFinanceFilters {...bar} />, names: ['reason', 'customer', 'currency'] }}
      noFilters={{ ...noFinanceFilters, row: '' }}
      totals={totals && { count: totals.count, sums }}
      exportHref={exportHref('finance/tax-lines', organization.id, financeFilters(search))}
      empty={{
        title: 'Nothing taxed yet',
        text: 'Every paid order and every refund has a line for each tax rate that applied to it.',
      }}
    />
  );
}
