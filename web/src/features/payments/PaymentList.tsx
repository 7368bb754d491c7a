import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { paymentsQuery, paymentTotalsQuery, type PaymentSearch } from '@/api/payments';
import type { Organization } from '@/api/types';
import { exportHref, paymentFilters, type PaymentFilters } from '@/lib/list-filters';
import { CurrencyFilter } from '@/ui/CurrencyFilter';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { paymentColumns } from '@/ui/payment-columns';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';

interface PaymentListProps {
  organization: Organization;
  search: PaymentSearch;
  onSearch: (change: Partial<PaymentSearch>) => void;
}

const statuses = [
  { value: 'all', label: 'Any status' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
] as const;

const { customer, status, reason, card, amount, created } = paymentColumns;
const columns = [customer, status, reason, card, amount, created];

const noFilters: PaymentFilters = { query: '', status: 'all', customer: '', currency: '', from: '', to: '' };

export function PaymentList({ organization, search, onSearch }: PaymentListProps) {
  const query = useQuery(paymentsQuery(organization.id, search));
  const { data: totals } = useQuery(paymentTotalsQuery(organization.id, search));
  const customers = useCustomerChoices(organization.id, search.customer);
  const params = { org: organization.slug };
  const of = search.status === 'succeeded' ? 'paid' : 'attempted';
  const sums = totals?.totals.map((total) => ({ ...total, of })) ?? [];
  return (
    <ResourceList
      title="Payments"
      label="payments"
      kept="payments"
      searchLabel="Search by e-mail or name"
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/payments/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <>
          <SelectFilter
            label="Status"
            value={search.status}
            options={statuses}
            onChange={(status) => onSearch({ status })}
          />
          <DateFilter range={search} onRange={onSearch} />
        </>
      }
      more={{
        filters: (
          <>
            <PickFilter
              label="Customer"
              any="Any customer"
              {...customers}
              onPick={(id) => onSearch({ customer: id })}
            />
            <CurrencyFilter
              value={search.currency}
              currencies={sums.map(({ currency }) => currency)}
              onChange={(currency) => onSearch({ currency })}
            />
          </>
        ),
        names: ['customer', 'currency'],
      }}
      noFilters={noFilters}
      totals={totals && { count: totals.count, sums }}
      exportHref={exportHref('payments', organization.id, paymentFilters(search))}
      empty={{
        title: 'No payments yet',
        text: 'Every attempt to charge a card is listed here, with the reason where it was declined. The first one comes with the first checkout.',
      }}
    />
  );
}
