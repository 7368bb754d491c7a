import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { orderTotalsQuery } from '@/api/orders';
import { nextOrderQuery } from '@/api/subscriptions';
import type { Organization, Subscription } from '@/api/types';
import { perInterval } from '@/lib/answers';
import { ABSENT, money } from '@/lib/format';
import { subscriptionAnswer } from '@/lib/subscription-answer';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure, figureOf, netWords } from '@/ui/Answer';
import { useFailedCharge } from './failed-charge';

interface SubscriptionGlanceProps {
  subscription: Subscription;
  organization: Organization;
}

/** When it renews or ends and for how much, and what it has brought in. */
export function SubscriptionGlance({ subscription, organization }: SubscriptionGlanceProps) {
  const { id, status, amount, currency, recurring_interval, started_at, ended_at, current_period_end } = subscription;
  const now = useNow();
  const search = { subscription: id, status: 'paid' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, search));
  const failed = useFailedCharge(subscription, organization);
  const nextOrder = useQuery(nextOrderQuery(id));
  const next = nextOrder.data;
  const last = ended_at ?? (subscription.cancel_at_period_end ? (subscription.ends_at ?? current_period_end) : null);
  return (
    <Answer answer={subscriptionAnswer(subscription, failed, next)}>
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
          label={status === 'past_due' ? 'Past due' : 'Unpaid'}
          link={linkOptions({ to: '/$org/orders/$id', params: { org: organization.slug, id: failed.id } })}
        >
          {money(failed.due_amount, failed.currency)}
        </Figure>
      ) : (
        <Figure
          label={ended_at ? 'Ended' : last ? 'Ends' : status === 'trialing' ? 'First charge' : 'Next charge'}
          note={
            last ? relative(last, now) : next && `${money(next.due_amount, next.currency)}, ${relative(next.at, now)}`
          }
        >
          {last ? day(last) : figureOf(nextOrder, (order) => (order ? day(order.at) : ABSENT))}
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
