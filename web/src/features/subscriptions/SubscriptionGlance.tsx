import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { orderPaymentsQuery } from '@/api/order-payments';
import { ordersQuery, orderTotalsQuery } from '@/api/orders';
import type { Organization, Subscription } from '@/api/types';
import { perInterval, subscriptionAnswer } from '@/lib/answers';
import { ABSENT, money } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure, figureOf, netWords } from '@/ui/Answer';

interface SubscriptionGlanceProps {
  subscription: Subscription;
  organization: Organization;
}

/** When it renews or ends and for how much, and what it has brought in. */
export function SubscriptionGlance({ subscription, organization }: SubscriptionGlanceProps) {
  const { id, amount, currency, recurring_interval, started_at, ended_at, current_period_end } = subscription;
  const now = useNow();
  const search = { subscription: id, status: 'paid' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, search));
  const failed = useFailedCharge(subscription, organization);
  const renews = !ended_at && subscription.status === 'active' && !subscription.cancel_at_period_end;
  const last = ended_at ?? (subscription.cancel_at_period_end ? (subscription.ends_at ?? current_period_end) : null);
  return (
    <Answer answer={subscriptionAnswer(subscription, failed)}>
      <Figure label="Amount">{perInterval(amount, currency, recurring_interval)}</Figure>
      <Figure
        label="Paid so far"
        link={linkOptions({ to: '/$org/orders', params: { org: organization.slug }, search })}
        note={sales.data && ordersNote(countWords(sales.data))}
      >
        {figureOf(sales, netWords)}
      </Figure>
      {failed ? (
        <Figure
          label="Past due"
          link={linkOptions({ to: '/$org/orders/$id', params: { org: organization.slug, id: failed.id } })}
        >
          {money(failed.total_amount, failed.currency)}
        </Figure>
      ) : (
        <Figure
          label={ended_at ? 'Ended' : last ? 'Ends' : 'Next charge'}
          note={relative(last ?? current_period_end, now)}
        >
          {last ? day(last) : renews && current_period_end ? day(current_period_end) : ABSENT}
        </Figure>
      )}
      <Figure label="Subscribed since" note={relative(started_at, now)}>
        {started_at ? day(started_at) : ABSENT}
      </Figure>
    </Answer>
  );
}

function relative(at: string | null, now: number): string | undefined {
  return at ? fromNow(Date.parse(at), now) : undefined;
}

function ordersNote(count: string): string {
  return count === '1' ? 'in 1 order' : `in ${count} orders`;
}

/** The newest order that waits for its payment, with why its charge was declined; null if everything is paid. */
function useFailedCharge(subscription: Subscription, organization: Organization) {
  const isDue = subscription.status === 'past_due';
  const search = {
    page: 1,
    limit: 1,
    sorting: '-created_at',
    subscription: subscription.id,
    status: 'pending',
  } as const;
  const orders = useQuery({ ...ordersQuery(organization.id, search), enabled: isDue });
  const order = orders.data?.items[0];
  const payments = useQuery({ ...orderPaymentsQuery(order?.id ?? ''), enabled: order !== undefined });
  if (!isDue || !order) return null;
  const declined = payments.data?.find(({ status }) => status === 'declined');
  return { ...order, decline_code: declined?.decline_code ?? null };
}
