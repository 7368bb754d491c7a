import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customerStateQuery } from '@/api/customers';
import { salesQuery, subscribersQuery } from '@/api/totals';
import type { Customer, Organization } from '@/api/types';
import { customerAnswer } from '@/lib/answers';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, countWords, Figure, netWords } from '@/ui/Answer';

interface CustomerGlanceProps {
  customer: Customer;
  organization: Organization;
}

/** What they pay, and what they have brought in. */
export function CustomerGlance({ customer, organization }: CustomerGlanceProps) {
  const { id, created_at, deleted_at } = customer;
  const now = useNow();
  const state = useQuery(customerStateQuery(id));
  const sales = useQuery(salesQuery(organization.id, { customer: id }));
  const subscribed = useQuery(subscribersQuery(organization.id, { customer: id }));
  const params = { org: organization.slug };
  const active = state.data?.active_subscriptions ?? [];
  return (
    <Answer
      answer={
        state.data ? customerAnswer(active, deleted_at) : { tone: 'wait', text: `Customer since ${day(created_at)}.` }
      }
    >
      <Figure label="Lifetime value">{netWords(sales.data)}</Figure>
      <Figure label="Paid orders" link={linkOptions({ to: '/$org/orders', params, search: { customer: id } })}>
        {countWords(sales.data)}
      </Figure>
      <Figure
        label="Active subscriptions"
        link={linkOptions({ to: '/$org/subscriptions', params, search: { customer: id } })}
      >
        {countWords(subscribed.data)}
      </Figure>
      <Figure label="Customer since" note={fromNow(Date.parse(created_at), now)}>
        {day(created_at)}
      </Figure>
    </Answer>
  );
}
