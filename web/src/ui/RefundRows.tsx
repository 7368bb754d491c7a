import { declineWords } from '@/lib/declines';
import { money, word } from '@/lib/format';
import { refundReason } from '@/lib/refunds';
import { RefundStatus } from './statuses';
import { Day } from './Value';

interface RefundRow {
  id: string;
  status: string;
  reversed: boolean;
  amount: number;
  tax_amount: number;
  balance_amount: number;
  currency: string;
  failure_code: string | null;
  reason: Parameters<typeof refundReason>[0];
  comment: string | null;
  created_at: string;
  revoke_benefits: boolean;
}

/** Refunds with their state, reason and tax, newest first. */
export function RefundRows({ refunds }: { refunds: readonly RefundRow[] }) {
  return (
    <ol className="border-t border-line">
      {refunds.map((refund) => (
        <OneRefund key={refund.id} refund={refund} />
      ))}
    </ol>
  );
}

function OneRefund({ refund }: { refund: RefundRow }) {
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
