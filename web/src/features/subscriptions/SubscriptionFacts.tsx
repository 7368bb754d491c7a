import { Link } from '@tanstack/react-router';
import type { Subscription } from '@/api/types';
import { cancellationReason } from '@/lib/billing';
import { afterDiscountWords, durationLabel } from '@/lib/discount-words';
import { ABSENT, money, shortId } from '@/lib/format';
import { onePriceLabel } from '@/lib/price';
import { day } from '@/lib/time';
import { DiscountFact } from '@/ui/DiscountFact';
import { Fact, Facts } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { Day, Id } from '@/ui/Value';

export function SubscriptionFacts({ subscription, org }: { subscription: Subscription; org: string }) {
  const { customer, product, checkout_id, current_period_start, current_period_end } = subscription;
  return (
    <Facts>
      <Fact term="Customer">
        {customer.deleted_at ? (
          `${customer.email}, deleted`
        ) : (
          <Link to="/$org/customers/$id" params={{ org, id: customer.id }} className="link">
            {customer.name ? `${customer.name}, ${customer.email}` : customer.email}
          </Link>
        )}
      </Fact>
      <Fact term="Product">
        <Link to="/$org/products/$id" params={{ org, id: product.id }} className="link">
          {product.name}
        </Link>
      </Fact>
      <Fact term="Amount">
        {money(subscription.amount, subscription.currency)} a {subscription.recurring_interval}
      </Fact>
      <DiscountFact discount={subscription.discount} org={org} lasting={lastingWords(subscription)} />
      <Metered {...subscription} />
      <Fact term="Started">
        <Day at={subscription.started_at} />
      </Fact>
      <Fact term="Current period">
        {day(current_period_start)} to {current_period_end ? day(current_period_end) : ABSENT}
      </Fact>
      <Ending subscription={subscription} />
      <Fact term="Checkout">
        {checkout_id ? (
          <Link to="/$org/checkouts/$id" params={{ org, id: checkout_id }} className="link font-mono text-[13px]">
            {shortId(checkout_id)}
          </Link>
        ) : (
          ABSENT
        )}
      </Fact>
      <MetadataFact metadata={subscription.metadata} />
      <Fact term="ID">
        <Id id={subscription.id} />
      </Fact>
    </Facts>
  );
}

/** "3 months, 2 more charges, then $30.00 from 12 Mar 2027". */
function lastingWords({ discount, after_discount: after, currency }: Subscription): string | undefined {
  if (!discount) return undefined;
  const duration = durationLabel(discount).toLowerCase();
  return after ? `${duration}, ${afterDiscountWords(after, currency)}` : duration;
}

/** Of one that has ended: the prices at which usage was billed. */
function Metered({ prices, ended_at, recurring_interval }: Subscription) {
  const metered = prices.filter((price) => price.amount_type === 'metered_unit');
  if (!ended_at || metered.length === 0) return null;
  return (
    <Fact term="Usage">
      {metered.map((price) => (
        <span key={price.id} className="block">
          {onePriceLabel(price, recurring_interval)}
        </span>
      ))}
    </Fact>
  );
}

/** When it renews, or when and why it ends. */
function Ending({ subscription }: { subscription: Subscription }) {
  const { status, cancel_at_period_end, canceled_at, ends_at, ended_at } = subscription;
  const { customer_cancellation_reason: reason, customer_cancellation_comment: comment } = subscription;
  if (status === 'incomplete' && subscription.expires_at) {
    return (
      <Fact term="Expires">
        <Day at={subscription.expires_at} />
      </Fact>
    );
  }
  if (status === 'trialing' && !cancel_at_period_end) {
    return (
      <Fact term="Trial ends">
        <Day at={subscription.trial_ends_at ?? subscription.current_period_end} />
      </Fact>
    );
  }
  if (status === 'active' && !cancel_at_period_end) {
    return (
      <Fact term="Renews">
        <Day at={subscription.current_period_end} />
      </Fact>
    );
  }
  return (
    <>
      {canceled_at && (
        <Fact term="Canceled">
          <Day at={canceled_at} />
        </Fact>
      )}
      {(ended_at ?? ends_at) && (
        <Fact term={ended_at ? 'Ended' : 'Ends'}>
          <Day at={ended_at ?? ends_at} />
        </Fact>
      )}
      {reason && <Fact term="Why">{cancellationReason(reason)}</Fact>}
      {comment && <Fact term="In their words">{comment}</Fact>}
    </>
  );
}
