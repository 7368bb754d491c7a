import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentsQuery } from '@/api/payments';
import type { Organization, Payment } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { declineWords } from '@/lib/declines';
import { ABSENT, figure, sharedCurrency, word } from '@/lib/format';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { EmptyState } from '@/ui/States';
import { PaymentStatus } from '@/ui/statuses';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';

const columns: Column<Payment>[] = [
  { header: 'Status', sort: 'status', phone: 'lead', cell: ({ status }) => <PaymentStatus status={status} /> },
  {
    header: 'Reason',
    grow: true,
    phone: 'spare',
    cell: ({ decline_reason }) => (decline_reason ? word(declineWords(decline_reason)) : ABSENT),
  },
  {
    header: 'Card',
    priority: 1,
    phone: 'line',
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
  { header: 'Date', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} inRow side="left" /> },
];

/** Every attempt to charge the customer, with the reason where it was declined. */
export function CustomerPayments({ customerId, organization }: { customerId: string; organization: Organization }) {
  const [page, setPage] = useState(1);
  const [sorting, setSorting] = useState('-created_at');
  const query = useQuery(paymentsQuery(organization.id, { page, sorting, customer: customerId }));
  const params = { org: organization.slug };
  return (
    <Section
      title="Payments"
      action={
        <Link to="/$org/payments" params={params} search={{ customer: customerId }} className="link">
          All payments
        </Link>
      }
    >
      <DataTable
        label="payments"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/payments/$id', params: { ...params, id } })}
        sorting={sorting}
        onSort={(chosen) => {
          setSorting(chosen);
          setPage(1);
        }}
        page={page}
        onPage={setPage}
        empty={<EmptyState title="Nothing charged yet">Every attempt to charge their card appears here.</EmptyState>}
      />
    </Section>
  );
}
