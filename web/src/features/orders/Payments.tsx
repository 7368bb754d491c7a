import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderPayment } from '@/api/types';
import { declineWords } from '@/lib/declines';
import { cardWords } from '@/lib/cards';
import { money, word } from '@/lib/format';
import { Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { StatusMark, type Tone } from '@/ui/StatusMark';
import { Day } from '@/ui/Value';

const states: Record<OrderPayment['status'], [Tone, string]> = {
  requested: ['wait', 'Being charged'],
  pending: ['wait', 'Waiting for the bank'],
  succeeded: ['good', 'Succeeded'],
  declined: ['bad', 'Declined'],
  mismatched: ['bad', 'Another amount was taken'],
  reversing: ['warn', 'Being refunded'],
  reversed: ['off', 'Refunded'],
};

/** Every attempt to charge the order, newest first, with the reason of a decline. */
export function Payments({ payments }: { payments: UseQueryResult<OrderPayment[]> }) {
  const { data, error, refetch } = payments;
  return (
    <Section title="Payment">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading what="its payments" />
      ) : data.length === 0 ? (
        <p className="border-t border-line py-2 text-soft">Nothing was charged for it.</p>
      ) : (
        <ol className="border-t border-line">
          {data.map((payment) => (
            <Attempt key={payment.id} payment={payment} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Attempt({ payment }: { payment: OrderPayment }) {
  const { status, decline_code, amount, currency, created_at, card } = payment;
  const [tone, words] = states[status];
  return (
    <li className="grid min-h-8 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5">
      <span className="flex flex-wrap gap-x-3">
        <StatusMark tone={tone}>{words}</StatusMark>
        {decline_code && <span>{word(declineWords(decline_code))}</span>}
        {card && <span>{cardWords(card)}</span>}
        <span className="text-soft">
          <Day at={created_at} />
        </span>
      </span>
      <span className="text-right tabular-nums">{money(amount, currency)}</span>
    </li>
  );
}
