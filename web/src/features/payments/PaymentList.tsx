import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useCustomerChoices } from '@/api/customers';
import { paymentsQuery, type PaymentSearch } from '@/api/payments';
import type { Organization, Payment } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { declineWords } from '@/lib/declines';
import { ABSENT, figure, sharedCurrency, text, word } from '@/lib/format';
import type { PaymentFilters } from '@/lib/list-filters';
import { DateFilter } from '@/ui/DateFilter';
import { SelectFilter } from '@/ui/FilterBar';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import { PaymentStatus } from '@/ui/statuses';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';

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

const noFilters: PaymentFilters = { query: '', status: 'all', customer: '', currency: '', from: '', to: '' };

const columns: Column<Payment>[] = [
  { header: 'Customer', phone: 'lead', grow: true, cell: ({ customer_email }) => text(customer_email) },
  { header: 'Status', sort: 'status', phone: 'first', cell: ({ status }) => <PaymentStatus status={status} /> },
  {
    header: 'Reason',
    grow: true,
    priority: 2,
    phone: 'spare',
    cell: ({ decline_reason }) => (decline_reason ? word(declineWords(decline_reason)) : ABSENT),
  },
  {
    header: 'Card',
    priority: 1,
    phone: 'hide',
    cell: ({ method_metadata }) => (method_metadata ? cardWords(method_metadata) : ABSENT),
  },
  {
    header: 'Amount',
    sort: 'amount',
    figures: true,
    phone: 'trail',
    unit: sharedCurrency,
    cell: ({ amount, currency }, unit) => `${figure(amount, currency)}${unit ? '' : ` ${currency.toUpperCase()}`}`,
  },
  {
    header: 'Date',
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function PaymentList({ organization, search, onSearch }: PaymentListProps) {
  const query = useQuery(paymentsQuery(organization.id, search));
  const customers = useCustomerChoices(organization.id, search.customer);
  const params = { org: organization.slug };
  return (
    <ResourceList
      title="Payments"
      label="payments"
      kept="payments"
      searchLabel="Search by e-mail or name"
      columns={columns}
      query={query}
      // A payment is shown with what it pays for.
      link={({ order_id, checkout_id }) =>
        order_id === null
          ? linkOptions({ to: '/$org/checkouts/$id', params: { ...params, id: checkout_id ?? '' } })
          : linkOptions({ to: '/$org/orders/$id', params: { ...params, id: order_id } })
      }
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
          <PickFilter label="Customer" any="Any customer" {...customers} onPick={(id) => onSearch({ customer: id })} />
        ),
        names: ['customer'],
      }}
      noFilters={noFilters}
      empty={{
        title: 'No payments yet',
        text: 'Every attempt to charge a card is listed here, with the reason where it was declined. The first one comes with the first checkout.',
      }}
    />
  );
}
