import type { Payment } from '@/api/types';
import { cardWords } from '@/lib/cards';
import { declineWords } from '@/lib/declines';
import { ABSENT, figure, sharedCurrency, text, word } from '@/lib/format';
import { PaymentStatus } from '@/ui/statuses';
import type { Column } from '@/ui/table-column';
import { Time } from '@/ui/Value';

export const paymentColumns: Column<Payment>[] = [
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
