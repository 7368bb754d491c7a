import type { UseQueryResult } from '@tanstack/react-query';
import type { OrderPreview, Subscription } from '@/api/types';
import { cx } from '@/lib/cx';
import { perInterval } from '@/lib/answers';
import { day } from '@/lib/time';
import { BillFacts } from '@/ui/BillFacts';
import { Facts } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';

interface ChangePreviewProps {
  preview: UseQueryResult<{ now: OrderPreview | null; next: OrderPreview | null }>;
  /** Whether a plan has been chosen. */
  isAsked: boolean;
  subscription: Pick<Subscription, 'amount' | 'currency' | 'recurring_interval'>;
}

/** What the change would cost, now and with the next order; the figures of the last choice stay, dimmed, until the new ones are there. */
export function ChangePreview({ preview, isAsked, subscription }: ChangePreviewProps) {
  const { data, isError, isPlaceholderData } = preview;
  const { amount, currency, recurring_interval } = subscription;
  if (!isAsked) {
    return (
      <p className="border-t border-line pt-3 text-soft">
        It costs {perInterval(amount, currency, recurring_interval)} now. Choose a plan to see what the change costs.
      </p>
    );
  }
  // The form says why.
  if (isError) return null;
  if (!data) return <Loading what="what it would cost" shape="facts" count={4} />;
  return (
    <div
      role="group"
      aria-label="What it costs"
      aria-busy={isPlaceholderData}
      className={cx('grid gap-x-8 gap-y-5 transition-opacity sm:grid-cols-2', isPlaceholderData && 'opacity-60')}
    >
      <Part title="Now" order={data.now} none="Nothing is charged now." />
      <Part title="Next order" order={data.next} none="There is no next order." isDated />
    </div>
  );
}

interface PartProps {
  title: string;
  order: OrderPreview | null;
  none: string;
  isDated?: boolean;
}

function Part({ title, order, none, isDated }: PartProps) {
  return (
    <section className="min-w-0">
      <h3 className="flex flex-wrap justify-between gap-x-4 pb-1 font-medium">
        {title}
        {isDated && order && <span className="font-normal text-soft">{day(order.at)}</span>}
      </h3>
      {order ? (
        <Facts>
          <BillFacts bill={order} />
        </Facts>
      ) : (
        <p className="border-t border-line py-1.5 text-soft">{none}</p>
      )}
    </section>
  );
}
