import { cardWords } from '@/lib/cards';
import { declineWords } from '@/lib/declines';
import { ABSENT, text, word } from '@/lib/format';
import { amountColumn } from './columns';
import { PaymentStatus } from './statuses';
import type { Column } from './table-column';
import { Time } from './Value';

interface PaymentRow {
  customer_email: string | null;
  status: string;
  decline_reason: string | null;
  method_metadata?: { brand: string; last4: string };
  amount: number;
  currency: string;
  created_at: string;
}

/** Attempts to charge a customer. */
export const paymentColumns = {
  customer: { header: 'Customer', phone: 'lead', grow: true, cell: ({ customer_email }) => text(customer_email) },
  status: { header: 'Status', sort: 'status', phone: 'first', cell: ({ status }) => <PaymentStatus status={status} /> },
  reason: {
    header: 'Reason',
    grow: true,
    priority: 2,
    phone: 'spare',
    cell: ({ decline_reason }) => (decline_reason ? word(declineWords(decline_reason)) : ABSENT),
  },
  card: {
    header: 'Card',
    priority: 1,
    phone: 'hide',
    cell: ({ method_metadata }) => (method_metadata ? cardWords(method_metadata) : ABSENT),
  },
  amount: amountColumn('Amount', 'amount', ({ amount }) => amount),
  created: {
    header: 'Date',
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
} satisfies Record<string, Column<PaymentRow>>;
