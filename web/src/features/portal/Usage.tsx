import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { USED_MS, useBillOf } from '@/api/live-usage';
import { portalAllSubscriptionsQuery, portalMetersQuery, portalNextOrderQuery } from '@/api/portal-own';
import type { PortalCustomerMeter, PortalSubscription } from '@/api/types';
import { count, money } from '@/lib/format';
import { isCapped, isMetered, usageWords } from '@/lib/metered';
import { day } from '@/lib/time';
import { Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { LongList } from './LongList';

/** What the customer has used of meters, and what their next bills come to so far, live. */
export function Usage({ slug }: { slug: string }) {
  const { data: subscriptions } = useQuery({
    ...portalAllSubscriptionsQuery(slug),
    refetchInterval: ({ state }) => state.data?.some(isMetered) && USED_MS,
  });
  const metered = subscriptions?.filter(isMetered) ?? [];
  return (
    <>
      <PageHead title="Usage" note="Of the period that is open now." />
      <div className="grid gap-8">
        <LongList
          queryOf={(pages) => ({ ...portalMetersQuery(slug, pages), refetchInterval: USED_MS })}
          what="your usage"
          shape="facts"
          count={2}
        >
          {(meters) =>
            meters.length === 0 ? (
              <EmptyState title="Nothing used yet">What you use in this period shows on this page.</EmptyState>
            ) : (
              <ul className="border-t border-line">
                {meters.map((meter) => (
                  <Meter key={meter.id} used={meter} />
                ))}
              </ul>
            )
          }
        </LongList>
        {metered.map((subscription) => (
          <NextBill key={subscription.id} {...{ slug, subscription }} />
        ))}
      </div>
    </>
  );
}

function Meter({ used }: { used: PortalCustomerMeter }) {
  const { meter, consumed_units, credited_units, balance } = used;
  const share = Math.min(100, (100 * consumed_units) / credited_units);
  return (
    <li className="grid gap-1 border-b border-line px-2 py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium break-words">{meter.name}</span>
        <span className="tabular-nums">{usageWords(used)}</span>
      </span>
      {credited_units > 0 && (
        <>
          <span aria-hidden="true" className="my-1 block h-1 bg-shade">
            <span
              className={balance > 0 ? 'block h-1 bg-green' : 'block h-1 bg-amber'}
              style={{ width: `${share}%` }}
            />
          </span>
          <span className="text-soft">
            {balance > 0 ? `${count(balance)} left` : `All used${balance < 0 ? `, and ${count(-balance)} more` : ''}`}
          </span>
        </>
      )}
    </li>
  );
}

/** What a subscription's meters come to if its period ended now, and the whole bill that they are part of. */
function NextBill({ slug, subscription }: { slug: string; subscription: PortalSubscription }) {
  const { id, product, currency, meters } = subscription;
  const { data: next } = useQuery(portalNextOrderQuery(slug, id));
  useBillOf(meters, portalNextOrderQuery(slug, id).queryKey);
  return (
    <Section title={`Next bill of ${product.name}`}>
      {next && (
        <p className="pb-2 text-soft">
          {money(next.due_amount, next.currency)} on {day(next.at)}, if nothing more is used.{' '}
          <Link to="/$slug/portal/subscriptions/$id" params={{ slug, id }} className="tap link">
            What it is made of
          </Link>
        </p>
      )}
      <ul className="border-t border-line">
        {meters.map((line) => (
          <li
            key={line.id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-2 py-2"
          >
            <span className="min-w-0 break-words">{line.meter.name}</span>
            <span className="flex items-baseline gap-x-3">
              {isCapped(subscription, line) && <span className="text-soft">The most for a period</span>}
              <span className="tabular-nums">{money(line.amount, currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
