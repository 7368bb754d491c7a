import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { portalAllSubscriptionsQuery, portalCustomerQuery, portalSubscriptionsQuery } from '@/api/portal-own';
import type { Portal, PortalSubscription } from '@/api/types';
import { Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { SubscriptionStatus } from '@/ui/statuses';
import { Benefits } from './Benefits';
import { BuyAgain } from './BuyAgain';
import { LongList } from './LongList';
import { priceOf, subscriptionWords } from './words';

/** What the customer has: their subscriptions, and what their purchases give. */
export function Overview({ slug, portal }: { slug: string; portal: Portal }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const { data: all } = useQuery(portalAllSubscriptionsQuery(slug));
  const isWithout = customer?.limited_to_checkout === false && all?.every(({ ended_at }) => ended_at);
  return (
    <>
      <PageHead title="Your purchases" note={customer && `Signed in as ${customer.email}.`} />
      {customer?.limited_to_checkout && (
        <p className="mb-6 border-l-3 border-edge bg-slip px-3 py-2">
          This is one purchase. To see all of yours, sign out, and sign in with a code by mail.
        </p>
      )}
      <div className="grid gap-8">
        <Section title="Subscriptions">
          <LongList
            queryOf={(pages) => portalSubscriptionsQuery(slug, pages)}
            what="your subscriptions"
            shape="facts"
            count={2}
          >
            {(all) => <Subscriptions slug={slug} all={all} />}
          </LongList>
        </Section>
        {isWithout && <BuyAgain {...{ slug, portal }} />}
        <Benefits slug={slug} />
      </div>
    </>
  );
}

function Subscriptions({ slug, all }: { slug: string; all: readonly PortalSubscription[] }) {
  const [running, ended] = [all.filter(({ ended_at }) => !ended_at), all.filter(({ ended_at }) => ended_at)];
  if (all.length === 0) return <p className="border-t border-line py-2 text-soft">You have no subscription here.</p>;
  return (
    <>
      <ul className="border-t border-line">
        {running.map((subscription) => (
          <Row key={subscription.id} {...{ slug, subscription }} />
        ))}
      </ul>
      {running.length === 0 && <EmptyState title="No running subscription">What has ended is below.</EmptyState>}
      {ended.length > 0 && (
        <details className="mt-3">
          <summary className="tap cursor-pointer text-soft">Ended</summary>
          <ul className="mt-2 border-t border-line">
            {ended.map((subscription) => (
              <Row key={subscription.id} {...{ slug, subscription }} />
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Row({ slug, subscription }: { slug: string; subscription: PortalSubscription }) {
  return (
    <li className="border-b border-line">
      <Link
        to="/$slug/portal/subscriptions/$id"
        params={{ slug, id: subscription.id }}
        className="grid gap-0.5 px-2 py-2 hover:bg-shade focus-visible:outline-offset-0"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">{subscription.product.name}</span>
          <span className="tabular-nums">{priceOf(subscription)}</span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-soft">
          <SubscriptionStatus subscription={subscription} />
          <span className="min-w-0">{subscriptionWords(subscription).text}</span>
        </span>
      </Link>
    </li>
  );
}
