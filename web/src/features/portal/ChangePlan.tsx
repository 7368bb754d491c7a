import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { portalChangeQuery, usePortalSubscriptionChange } from '@/api/portal-own';
import type { Portal, PortalSubscription } from '@/api/types';
import { ChangePreview } from '@/features/subscriptions/ChangePreview';
import { behaviorWords } from '@/lib/plan-changes';
import { priceLabel } from '@/lib/price';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { RadioGroup } from '@/ui/Choice';
import { Section } from '@/ui/Facts';
import { FormError } from '@/ui/Form';

type Offer = Portal['products'][number];

/** The other plans on sale in the subscription's currency whose price the buyer does not choose. */
export function offersOf({ products }: Portal, { product, currency }: PortalSubscription): Offer[] {
  return products.filter(
    ({ id, recurring_interval, prices }) =>
      id !== product.id &&
      recurring_interval !== null &&
      prices.every(
        (price) =>
          price.amount_type === 'free' || (price.amount_type !== 'custom' && price.price_currency === currency),
      ),
  );
}

interface ChangePlanProps {
  slug: string;
  subscription: PortalSubscription;
  offers: readonly Offer[];
}

/** Another plan, with what it would cost before anything changes. */
export function ChangePlan({ slug, subscription, offers }: ChangePlanProps) {
  const [chosen, setChosen] = useState('');
  const preview = useQuery(portalChangeQuery(slug, subscription.id, chosen));
  const change = usePortalSubscriptionChange(slug, subscription.id);
  const plan = offers.find(({ id }) => id === chosen);
  const isLater = preview.data?.proration_behavior === 'next_period';
  const done = () => {
    setChosen('');
    announce(isLater ? `${plan?.name} begins with the next period` : `You have ${plan?.name} now`);
  };
  return (
    <Section title="Change plan">
      <form
        className="grid gap-4 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ kind: 'plan', productId: chosen }, { onSuccess: done });
        }}
      >
        <RadioGroup
          legend={`Instead of ${subscription.product.name}`}
          options={offers.map(({ id, name, prices, recurring_interval }) => ({
            value: id,
            label: name,
            hint: priceLabel(prices, recurring_interval),
          }))}
          name="plan"
          checkedValue={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <FormError message={(change.error ?? preview.error)?.message} />
        {plan && <ChangePreview preview={preview} isAsked subscription={subscription} />}
        {plan && preview.data && (
          <>
            <p className="text-soft">It changes {behaviorWords(preview.data.proration_behavior ?? 'prorate')}.</p>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" kind="primary" busy={change.isPending && 'Changing'}>
                Change to {plan.name}
              </Button>
              <Button kind="quiet" onClick={() => setChosen('')}>
                Keep {subscription.product.name}
              </Button>
            </div>
          </>
        )}
      </form>
    </Section>
  );
}
