import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentsQuery } from '@/api/payments';
import type { Organization, Payment } from '@/api/types';
import { DataTable } from '@/ui/DataTable';
import { Section } from '@/ui/Facts';
import { paymentColumns } from '@/ui/payment-columns';
import { EmptyState } from '@/ui/States';
import type { Column } from '@/ui/table-column';

const { status, reason, card, amount, created } = paymentColumns;
const columns: Column<Payment>[] = [
  { ...status, phone: 'lead' },
  { ...reason, priority: 1 },
  { ...card, priority: 2, phone: 'line' },
  amount,
  { ...created, priority: 0 },
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
