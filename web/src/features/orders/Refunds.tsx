import type { Refund } from '@/api/types';
import { declineWords } from '@/lib/declines';
import { money, word } from '@/lib/format';
import { refundReason } from '@/lib/refunds';
import { Section } from '@/ui/Facts';
import { RefundStatus } from '@/ui/statuses';
import { Day } from '@/ui/Value';

/** What was refunded of an order, newest first. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Section title="Refunds">
      <ol className="border-t border-line">
        {refunds.map((refund) => (
          <OneRefund key={refund.id} refund={refund} />
        ))}
      </ol>
    </Section>
  );
}

function OneRefund({ refund }: { refund: Refund }) {
  const { amount, tax_amount, balance_amount, currency, failure_code, reason, comment, created_at } = refund;
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5">
      <span className="flex flex-wrap gap-x-3">
        <RefundStatus refund={refund} />
        {failure_code && <span>{word(declineWords(failure_code))}</span>}
        <span>{refundReason(reason)}</span>
        <span className="text-soft">
          <Day at={created_at} />
        </span>
        {refund.revoke_benefits && refund.status === 'succeeded' && <span className="text-soft">Benefits revoked</span>}
        {comment && <span className="basis-full whitespace-pre-line text-soft">{comment}</span>}
      </span>
      <span className="text-right tabular-nums">
        {money(amount + tax_amount, currency)}
        {tax_amount > 0 && <span className="block text-soft">{money(tax_amount, currency)} of it tax</span>}
        {balance_amount > 0 && <span className="block text-soft">{money(balance_amount, currency)} as credit</span>}
      </span>
    </li>
  );
}
