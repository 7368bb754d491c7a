import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customerStateQuery } from '@/api/customers';
import { orderTotalsQuery } from '@/api/orders';
import { subscriptionTotalsQuery } from '@/api/subscriptions';
import type { Customer, Organization } from '@/api/types';
import { customerAnswer } from '@/lib/answers';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure, figureOf, netWords } from '@/ui/Answer';

interface CustomerGlanceProps {
  customer: Customer;
  organization: Organization;
}

/** What they pay, and what they have brought in. */
export function CustomerGlance({ customer, organization }: CustomerGlanceProps) {
  const { id, created_at, deleted_at } = customer;
  const now = useNow();
  const state = useQuery(customerStateQuery(id));
  const paid = { customer: id, status: 'paid' } as const;
  const active = { customer: id, status: 'active' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, paid));
  const subscribed = useQuery(subscriptionTotalsQuery(organization.id, active));
  const params = { org: organization.slug };
  return (
    <Answer
      answer={
        state.data
          ? customerAnswer(state.data.active_subscriptions, deleted_at)
          : { tone: 'wait', text: `Customer since ${day(created_at)}.` }
      }
    >
      <Figure label="Lifetime value" link={linkOptions({ to: '/$org/orders', params, search: paid })}>
        {figureOf(sales, netWords)}
      </Figure>
      <Figure label="Paid orders" link={linkOptions({ to: '/$org/orders', params, search: paid })}>
        {figureOf(sales, countWords)}
      </Figure>
      <Figure label="Active subscriptions" link={linkOptions({ to: '/$org/subscriptions', params, search: active })}>
        {figureOf(subscribed, countWords)}
      </Figure>
      <Figure label="Customer since" note={fromNow(Date.parse(created_at), now)}>
        {day(created_at)}
      </Figure>
    </Answer>
  );
}
