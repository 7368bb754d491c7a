import { Documents } from '../app/documents.ts';
import { paymentProjection, type PaymentDocument } from '../features/billing/payments/payment.projection.ts';
import type { ReadOnlyStores } from '../installation/open-for-operators.ts';

/** Payments of another amount or currency than requested, latest first; amounts in minor units. */
export async function listMismatched(
  { documents }: ReadOnlyStores,
  _asked: unknown,
  say: (line: string) => void,
): Promise<number> {
  const payments = await new Documents(documents).all(
    paymentProjection,
    { where: { eq: ['mismatched', true] }, sort: [{ field: 'modified_at', direction: 'desc' }] },
    'any',
  );
  for (const payment of payments) say(lineOf(payment));
  if (payments.length === 0) say('Every payment is of the requested amount and currency.');
  return 0;
}

/** The status says whether the refund is requested (`reversing`) or done (`reversed`). */
function lineOf(payment: PaymentDocument): string {
  const { id, modified_at, created_at, status, amount, currency, received_amount, received_currency } = payment;
  const { organization_id, checkout_id, order_id } = payment;
  const paidFor = order_id === null ? `checkout ${checkout_id}` : `order ${order_id}`;
  const money = `requested ${amount} ${currency}, received ${received_amount} ${received_currency}`;
  return `${modified_at ?? created_at} ${status.padEnd(10)} payment ${id} ${money} for ${paidFor} of organization ${organization_id}`;
}
