import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  portalCustomerQuery,
  portalNextOrderQuery,
  portalSubscriptionQuery,
  usePortalSubscriptionChange,
} from '@/api/portal-own';
import type { OrderPreview, Portal, PortalSubscription } from '@/api/types';
import { billingReason } from '@/lib/billing';
import { cx } from '@/lib/cx';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { BillFacts } from '@/ui/BillFacts';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { SubscriptionStatus } from '@/ui/statuses';
import { BuyAgain } from './BuyAgain';
import { Cancel } from './Cancel';
import { ChangePlan, offersOf } from './ChangePlan';
import { Loaded } from './Loaded';
import { priceOf, subscriptionWords } from './words';

interface SubscriptionPageProps {
  slug: string;
  id: string;
  portal: Portal;
}

export function SubscriptionPage({ slug, id, portal }: SubscriptionPageProps) {
  return (
    <Loaded query={useQuery(portalSubscriptionQuery(slug, id))} what="your subscription" shape="page">
      {(subscription) => <TheSubscription {...{ slug, portal, subscription }} />}
    </Loaded>
  );
}

interface Props {
  slug: string;
  subscription: PortalSubscription;
}

const borders = {
  good: 'border-green',
  wait: 'border-edge',
  warn: 'border-amber',
  bad: 'border-red',
  off: 'border-edge',
};

function TheSubscription({ slug, portal, subscription }: Props & { portal: Portal }) {
  const { id, product, started_at, ended_at, cancel_at_period_end } = subscription;
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const isWhole = customer?.limited_to_checkout === false;
  const { data: next } = useQuery({ ...portalNextOrderQuery(slug, id), enabled: isWhole });
  const answer = subscriptionWords(subscription, next);
  const mayChange =
    portal.organization.subscription_settings.allow_customer_updates &&
    subscription.status === 'active' &&
    !cancel_at_period_end;
  const offers = offersOf(portal, subscription);
  return (
    <>
      <PageHead
        title={product.name}
        mark={<SubscriptionStatus subscription={subscription} />}
        up={{ label: 'Overview', link: { to: '/$slug/portal', params: { slug } } }}
      />
      <p className={cx('mb-8 max-w-[60ch] border-l-3 pl-3 text-lead', borders[answer.tone])}>{answer.text}</p>
      <div className="grid gap-8">
        {next && <Next next={next} isTrial={subscription.status === 'trialing'} />}
        <Section title="Details">
          <Facts>
            <Fact term="Price">{priceOf(subscription)}</Fact>
            {started_at && <Fact term="Since">{day(started_at)}</Fact>}
            {!ended_at && subscription.current_period_end && (
              <Fact term="Period">
                {day(subscription.current_period_start)} to {day(subscription.current_period_end)}
              </Fact>
            )}
            <Fact term="Orders">
              <Link to="/$slug/portal/orders" params={{ slug }} className="tap link">
                What was charged
              </Link>
            </Fact>
          </Facts>
        </Section>
        {subscription.pending_change && <Pending {...{ slug, portal, subscription }} mayUndo={mayChange} />}
        {mayChange && isWhole && offers.length > 0 && <ChangePlan {...{ slug, subscription, offers }} />}
        {!ended_at && <Cancel {...{ slug, subscription }} mayChange={offers.length > 0} />}
        {ended_at && isWhole && <BuyAgain {...{ slug, portal }} productId={product.id} />}
      </div>
    </>
  );
}

/** What is charged next, and for what. */
function Next({ next, isTrial }: { next: OrderPreview; isTrial: boolean }) {
  return (
    <Section title={isTrial ? 'First charge' : 'Next charge'}>
      <p className="pb-2 text-soft">
        {isTrial ? 'When the trial ends' : billingReason(next.billing_reason)}, on {day(next.at)}, as it would be
        charged today.
      </p>
      <Facts>
        <BillFacts bill={next} />
      </Facts>
    </Section>
  );
}

/** A change that waits for the next period. */
function Pending({ slug, portal, subscription, mayUndo }: Props & { portal: Portal; mayUndo: boolean }) {
  const change = usePortalSubscriptionChange(slug, subscription.id);
  const { product_id, takes_effect_at } = subscription.pending_change!;
  const name = portal.products.find(({ id }) => id === product_id)?.name ?? 'another plan';
  const undo = () =>
    change.mutate(
      { kind: 'keep plan' },
      {
        onSuccess: () => announce(`You stay with ${subscription.product.name}`),
        onError: ({ message }) => announce(message, true),
      },
    );
  return (
    <Section title="Coming change">
      <p className="border-t border-line py-2">
        It becomes {name} on {day(takes_effect_at)}.
      </p>
      {mayUndo && (
        <Button busy={change.isPending && 'Undoing'} onClick={undo}>
          Stay with {subscription.product.name}
        </Button>
      )}
    </Section>
  );
}
