import type { UseQueryResult } from '@tanstack/react-query';
import type { Order, OrderPayment } from '@/api/types';
import { orderAnswer } from '@/lib/answers';
import { billingReason } from '@/lib/billing';
import { ABSENT, count, money } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, Figure, figureOf } from '@/ui/Answer';

interface OrderGlanceProps {
  order: Order;
  /** Newest first. */
  payments: UseQueryResult<OrderPayment[]>;
}

/** Whether and when it was paid, or why not. */
export function OrderGlance({ order, payments }: OrderGlanceProps) {
  const now = useNow();
  const { paid_at, voided_at, created_at, currency } = order;
  const at = paid_at ?? voided_at ?? created_at;
  return (
    <Answer answer={orderAnswer(order, payments.data)}>
      <Figure label="Total" note={order.tax_amount > 0 && `${money(order.tax_amount, currency)} of it tax`}>
        {money(order.total_amount, currency)}
      </Figure>
      <Figure label={paid_at ? 'Paid' : voided_at ? 'Void since' : 'Due since'} note={fromNow(Date.parse(at), now)}>
        {day(at)}
      </Figure>
      <Figure label="Reason">{billingReason(order.billing_reason)}</Figure>
      <Figure label="Payment attempts">
        {figureOf(payments, ({ length }) => (length === 0 ? ABSENT : count(length)))}
      </Figure>
    </Answer>
  );
}
