import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { customerAccountQuery, customerStateQuery } from '@/api/customers';
import { orderTotalsQuery } from '@/api/orders';
import { nextOrderQuery, subscriptionsQuery, subscriptionTotalsQuery } from '@/api/subscriptions';
import type { Customer, Organization, Subscription } from '@/api/types';
import { customerAnswer } from '@/lib/answers';
import { money, plural } from '@/lib/format';
import { isMetered } from '@/lib/metered';
import { day } from '@/lib/time';
import { amountsWords, Answer, Figure, figureOf, netWords } from '@/ui/Answer';

interface CustomerGlanceProps {
  customer: Customer;
  organization: Organization;
}

/** What they have brought in, pay, will be charged, and have on their account. */
export function CustomerGlance({ customer, organization }: CustomerGlanceProps) {
  const { id, created_at, deleted_at } = customer;
  const state = useQuery(customerStateQuery(id));
  const paid = { customer: id, status: 'paid' } as const;
  const live = { customer: id, status: 'live' } as const;
  const renewing = { customer: id, status: 'renewing' } as const;
  const sales = useQuery(orderTotalsQuery(organization.id, paid));
  const subscribed = useQuery(subscriptionTotalsQuery(organization.id, live));
  const upcoming = useQuery(
    subscriptionsQuery(organization.id, { ...renewing, page: 1, sorting: 'current_period_end' }),
  );
  const account = useQuery(customerAccountQuery(id));
  const next = upcoming.data?.items.find((one) => one.amount > 0 || isMetered(one));
  const nextOrder = useQuery({ ...nextOrderQuery(next?.id ?? ''), enabled: next !== undefined });
  const charge = next && nextOrder.data;
  const params = { org: organization.slug };
  return (
    <Answer
      answer={
        state.data
          ? customerAnswer(state.data.active_subscriptions, deleted_at, subscribed.data?.count)
          : { tone: 'wait', text: `Customer since ${day(created_at)}.` }
      }
    >
      <Figure
        label="Lifetime value"
        note={sales.data && plural(sales.data.count, 'paid order')}
        link={linkOptions({ to: '/$org/orders', params, search: paid })}
      >
        {figureOf(sales, netWords)}
      </Figure>
      <Figure
        label="MRR"
        note={subscribed.data && plural(subscribed.data.count, 'active subscription')}
        link={linkOptions({ to: '/$org/subscriptions', params, search: live })}
      >
        {figureOf(subscribed, ({ totals }) =>
          amountsWords(totals.map((one) => ({ currency: one.currency, amount: one.monthly_recurring_revenue }))),
        )}
      </Figure>
      <Figure
        label="Next charge"
        note={charge && chargeWords(charge.due_amount, charge.currency, next)}
        link={next && linkOptions({ to: '/$org/subscriptions/$id', params: { ...params, id: next.id } })}
      >
        {figureOf(upcoming, () => (next?.current_period_end ? day(next.current_period_end) : 'None'))}
      </Figure>
      <Figure
        label="Account balance"
        note={balanceWords(account.data?.balances)}
        link={linkOptions({ to: '/$org/customers/$id', params: { ...params, id }, hash: 'account' })}
      >
        {figureOf(account, ({ balances }) => amountsWords(balances))}
      </Figure>
    </Answer>
  );
}

/** Whose a balance is, where it is one. */
function balanceWords(balances: readonly { amount: number }[] = []): string | undefined {
  const words = [
    balances.some(({ amount }) => amount > 0) && 'Credit',
    balances.some(({ amount }) => amount < 0) && 'Debt',
  ];
  return words.filter(Boolean).join(' and ') || undefined;
}

/** What will be charged, tax included. */
function chargeWords(due: number, currency: string, subscription: Subscription): string {
  const used = isMetered(subscription) ? ' with usage so far' : '';
  return `${money(due, currency)}${used}${subscription.status === 'trialing' ? ', when the trial ends' : ''}`;
}
