import { useQuery } from '@tanstack/react-query';
import { useMayChange } from '@/api/members';
import { productQuery } from '@/api/products';
import { useChangePlan, useWithdrawChange } from '@/api/subscriptions';
import type { Organization, Subscription } from '@/api/types';
import { priceLabel } from '@/lib/price';
import { day, fromNow, useNow } from '@/lib/time';
import { announce, announceWith } from '@/ui/Announcer';
import { Button } from '@/ui/Button';

interface ScheduledChangeProps {
  subscription: Subscription;
  organization: Organization;
}

/** What the subscription changes to when its period ends, until that is withdrawn. */
export function ScheduledChange({ subscription, organization }: ScheduledChangeProps) {
  const { id, pending_change: change } = subscription;
  const mayChange = useMayChange(organization.id);
  const now = useNow();
  const product = useQuery({ ...productQuery(change?.product_id ?? ''), enabled: change !== null });
  const withdraw = useWithdrawChange(id);
  const schedule = useChangePlan(id);
  if (!change) return null;
  const { product_id, takes_effect_at: at } = change;
  const plan = product.data;

  async function take() {
    try {
      await withdraw.mutateAsync();
    } catch (error) {
      announce(error instanceof Error ? error.message : 'The change was not withdrawn. Try again.', true);
      return;
    }
    const undo = async () => {
      await schedule.mutateAsync({ product_id, proration_behavior: 'next_period' });
      announce('Scheduled again');
    };
    announceWith({ label: 'Undo', run: undo }, 'The change is withdrawn');
  }

  return (
    <section
      aria-label="Scheduled change"
      className="mb-8 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-l-3 border-amber bg-amber-wash py-1.5 pr-1.5 pl-3"
    >
      <p className="min-w-0">
        Changes to{' '}
        <strong className="font-medium">
          {plan ? `${plan.name}, ${priceLabel(plan.prices, plan.recurring_interval)},` : 'another plan'}
        </strong>{' '}
        on {day(at)}, {fromNow(Date.parse(at), now)}.
      </p>
      {mayChange && (
        <Button busy={withdraw.isPending && 'Withdrawing'} onClick={() => void take()}>
          Withdraw
        </Button>
      )}
    </section>
  );
}
