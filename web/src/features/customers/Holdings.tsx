import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { customerLinkedAccountsQuery, customerStateQuery } from '@/api/customers';
import { productQuery } from '@/api/products';
import type { CustomerState } from '@/api/types';
import { ABSENT, money, shortId } from '@/lib/format';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { SubscriptionStatus } from '@/ui/statuses';
import { Day, Time } from '@/ui/Value';
import { GrantedBenefit } from './GrantedBenefit';

/** The customer's active subscriptions and granted benefits, from the contract's customer state. */
export function Holdings({ id, org }: { id: string; org: string }) {
  const { data: state, error, refetch } = useQuery(customerStateQuery(id));
  const { data: accounts = [] } = useQuery(customerLinkedAccountsQuery(id));
  if (error && !state) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!state) return <Loading what="subscriptions and benefits" shape="facts" count={3} />;
  const { active_subscriptions, granted_benefits } = state;
  return (
    <Section
      title="Subscriptions and benefits"
      action={
        <Link to="/$org/subscriptions" params={{ org }} search={{ customer: id }} className="link">
          All subscriptions
        </Link>
      }
    >
      <Facts>
        {active_subscriptions.map((subscription) => (
          <Fact key={subscription.id} term="Subscription">
            <Subscribed subscription={subscription} org={org} />
          </Fact>
        ))}
        {active_subscriptions.length === 0 && <Fact term="Subscriptions">{ABSENT}</Fact>}
        {granted_benefits.map((grant) => (
          <Fact key={grant.id} term="Benefit">
            <GrantedBenefit grant={grant} customerId={id} org={org} />
          </Fact>
        ))}
        {granted_benefits.length === 0 && <Fact term="Benefits">{ABSENT}</Fact>}
        {accounts.map(({ platform, account_id, username, linked_at }) => (
          <Fact key={`${platform} ${account_id}`} term="Linked account">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                {username ?? account_id} at {platform === 'discord' ? 'Discord' : 'GitHub'}
              </span>
              <span className="text-soft">
                linked <Time at={linked_at} />
              </span>
            </span>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

interface SubscribedProps {
  subscription: CustomerState['active_subscriptions'][number];
  org: string;
}

function Subscribed({ subscription, org }: SubscribedProps) {
  const { id, product_id, amount, currency, recurring_interval, cancel_at_period_end } = subscription;
  const { data: product } = useQuery(productQuery(product_id));
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>
        <Link to="/$org/subscriptions/$id" params={{ org, id }} className="link">
          {product?.name ?? shortId(id)}
        </Link>
        , {money(amount, currency)} a {recurring_interval}, {cancel_at_period_end ? 'ends' : 'renews'} on{' '}
        <Day at={subscription.current_period_end} />
      </span>
      <SubscriptionStatus subscription={subscription} />
    </span>
  );
}
