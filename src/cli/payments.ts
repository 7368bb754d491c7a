import { Documents } from '../app/reading/documents.ts';
import { paymentProjection, type PaymentDocument } from '../features/billing/payments/payment.projection.ts';
import type { ReadOnlyStores } from '../installation/open-for-operators.ts';

type Lister = (stores: ReadOnlyStores, asked: unknown, say: (line: string) => void) => Promise<number>;

/** Payments of another amount or currency than requested, latest first; amounts in minor units. */
export const listMismatched = listing('mismatched', {
  latestBy: 'modified_at',
  lineOf: mismatchOf,
  none: 'Every payment is of the requested amount and currency.',
});

/** Disputed payments, latest dispute first; amounts in minor units. */
export const listDisputed = listing('disputed', {
  latestBy: 'disputed_at',
  lineOf: disputeOf,
  none: 'No payment is disputed.',
});

function listing(
  flag: 'mismatched' | 'disputed',
  { latestBy, lineOf, none }: { latestBy: string; lineOf: (payment: PaymentDocument) => string; none: string },
): Lister {
  return async ({ documents }, _asked, say) => {
    const payments = await new Documents(documents).all(
      paymentProjection,
      { where: { eq: [flag, true] }, sort: [{ field: latestBy, direction: 'desc' }] },
      'any',
    );
    for (const payment of payments) say(lineOf(payment));
    if (payments.length === 0) say(none);
    return 0;
  };
}

function disputeOf(payment: PaymentDocument): string {
  const { id, disputed_at, dispute_status, dispute_reason, disputed_amount, disputed_currency } = payment;
  const about = `payment ${id} ${disputed_amount} ${disputed_currency}, ${dispute_reason}`;
  return `${disputed_at} ${dispute_status!.padEnd(4)} ${about}, for ${purposeOf(payment)} of organization ${payment.organization_id}`;
}

function purposeOf({ order_id, checkout_id }: PaymentDocument): string {
  return order_id === null ? `checkout ${checkout_id}` : `order ${order_id}`;
}

/** The status says whether the refund is requested (`reversing`) or done (`reversed`). */
function mismatchOf(payment: PaymentDocument): string {
  const { id, modified_at, created_at, status, amount, currency, received_amount, received_currency } = payment;
  const money = `requested ${amount} ${currency}, received ${received_amount} ${received_currency}`;
  return `${modified_at ?? created_at} ${status.padEnd(10)} payment ${id} ${money} for ${purposeOf(payment)} of organization ${payment.organization_id}`;
}
