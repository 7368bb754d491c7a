import { billingReason } from '@/lib/billing';
import { figure, sharedCurrency } from '@/lib/format';
import type { Column } from './table-column';
import { OrderStatus, SubscriptionStatus, type Running } from './statuses';
import { Time } from './Value';

interface Sale {
  customer: { email: string };
  product: { name: string };
  currency: string;
}

interface OrderRow extends Sale {
  number: string;
  paid_at: string | null;
  tax_amount: number;
  total_amount: number;
  status: string;
  voided_at: string | null;
  billing_reason: string;
  net_amount: number;
  refunded_amount: number;
  created_at: string;
}

/** Amounts with their currency: in the head if all rows share it, else beside each figure. */
export function amountColumn<Row extends { currency: string }>(
  header: string,
  sort: string | undefined,
  amount: (row: Row) => number,
): Column<Row> {
  return {
    header,
    sort,
    figures: true,
    phone: 'trail',
    unit: sharedCurrency,
    cell: (row, unit) => `${figure(amount(row), row.currency)}${unit ? '' : ` ${row.currency.toUpperCase()}`}`,
  };
}

const per: Record<string, string> = { month: '/ mo', year: '/ yr' };

const customer: Column<Sale> = {
  header: 'Customer',
  sort: 'customer',
  phone: 'lead',
  grow: true,
  cell: ({ customer }) => customer.email,
};

const product: Column<Sale> = {
  header: 'Product',
  sort: 'product',
  grow: true,
  priority: 2,
  cell: ({ product }) => product.name,
};

export const orderColumns = {
  number: {
    header: 'Number',
    phone: 'spare',
    width: 7,
    priority: 0,
    cell: ({ number }) => <span className="font-mono text-[13px]">{number}</span>,
  },
  paid: {
    header: 'Paid',
    optional: true,
    phone: 'hide',
    priority: 3,
    cell: ({ paid_at }) => <Time at={paid_at} inRow side="left" />,
  },
  tax: {
    ...amountColumn<OrderRow>('Tax', undefined, ({ tax_amount }) => tax_amount),
    optional: true,
    phone: 'hide',
    priority: 3,
  },
  total: {
    ...amountColumn<OrderRow>('Total', undefined, ({ total_amount }) => total_amount),
    optional: true,
    phone: 'hide',
    priority: 3,
  },
  customer: customer as Column<OrderRow>,
  product: product as Column<OrderRow>,
  reason: {
    header: 'Reason',
    phone: 'hide',
    width: 10,
    cell: ({ billing_reason }) => billingReason(billing_reason),
  },
  status: { header: 'Status', phone: 'first', cell: (order) => <OrderStatus order={order} /> },
  amount: amountColumn('Amount', 'amount', ({ net_amount }) => net_amount),
  refunded: {
    ...amountColumn<OrderRow>('Refunded', undefined, ({ refunded_amount }) => 0 - refunded_amount),
    phone: 'hide',
    priority: 1,
  },
  created: {
    header: 'Date',
    sort: 'created_at',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
} satisfies Record<string, Column<OrderRow>>;

interface SubscriptionRow extends Sale, Running {
  amount: number;
  recurring_interval: string;
  started_at: string | null;
  current_period_end: string | null;
  ended_at: string | null;
}

export const subscriptionColumns = {
  customer: customer as Column<SubscriptionRow>,
  product: product as Column<SubscriptionRow>,
  status: {
    header: 'Status',
    sort: 'status',
    phone: 'first',
    cell: (subscription) => <SubscriptionStatus subscription={subscription} />,
  },
  amount: {
    ...amountColumn<SubscriptionRow>('Amount', 'amount', ({ amount }) => amount),
    width: 9,
    cell: ({ amount, currency, recurring_interval }, unit) => (
      <>
        {figure(amount, currency)} {unit ? '' : `${currency.toUpperCase()} `}
        <span className="inline-block w-[4ch] text-left text-faint">
          {per[recurring_interval] ?? `/ ${recurring_interval}`}
        </span>
      </>
    ),
  },
  started: {
    header: 'Started',
    sort: 'started_at',
    phone: 'hide',
    cell: ({ started_at }) => <Time at={started_at} inRow />,
  },
  periodEnd: {
    header: 'Period ends',
    sort: 'current_period_end',
    cell: ({ ended_at, current_period_end }) => <Time at={ended_at ?? current_period_end} inRow side="left" />,
  },
} satisfies Record<string, Column<SubscriptionRow>>;
