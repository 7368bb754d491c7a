import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { USED_MS, useBillOf } from '@/api/live-usage';
import { nextOrderQuery, subscriptionQuery } from '@/api/subscriptions';
import type { Organization, Subscription } from '@/api/types';
import { money } from '@/lib/format';
import { isCapped, isMetered, usageWords } from '@/lib/metered';
import { meteredPriceLabel } from '@/lib/price';
import { day } from '@/lib/time';
import { Section } from '@/ui/Facts';

interface SubscriptionUsageProps {
  subscription: Subscription;
  organization: Organization;
}

/** What its meters have counted in the open period, and what that comes to so far, live; nothing if it is not metered. */
export function SubscriptionUsage({ subscription, organization }: SubscriptionUsageProps) {
  const { id, meters, current_period_start: start } = subscription;
  useQuery({ ...subscriptionQuery(id), refetchInterval: USED_MS, enabled: isMetered(subscription) });
  useBillOf(meters, nextOrderQuery(id).queryKey);
  if (!isMetered(subscription)) return null;
  return (
    <Section title="Usage" action={<span className="text-soft">Since {day(start)}</span>}>
      <ul className="border-t border-line">
        {meters.map((line) => (
          <MeteredLine key={line.id} {...{ line, subscription, organization }} />
        ))}
      </ul>
      {subscription.status === 'trialing' && (
        <p className="py-2 text-note text-faint">What is used in the trial is not billed.</p>
      )}
    </Section>
  );
}

interface MeteredLineProps extends SubscriptionUsageProps {
  line: Subscription['meters'][number];
}

function MeteredLine({ line, subscription, organization: { slug: org } }: MeteredLineProps) {
  const { meter_id: id, meter, amount } = line;
  const price = subscription.prices.find((one) => one.amount_type === 'metered_unit' && one.meter_id === id);
  const search = { customer: subscription.customer_id, meter: id, source: 'all' } as const;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-1.5">
      <Link to="/$org/meters/$id" params={{ org, id }} className="link break-words">
        {meter.name}
      </Link>
      <span className="text-right font-semibold tabular-nums">{money(amount, subscription.currency)}</span>
      <span className="min-w-0 text-soft">
        {price?.amount_type === 'metered_unit' && meteredPriceLabel(price, subscription.recurring_interval)}
        {isCapped(subscription, line) && '. The most for this period'}
      </span>
      <Link to="/$org/usage-events" params={{ org }} search={search} className="link text-right tabular-nums">
        {usageWords(line)}
      </Link>
    </li>
  );
}
