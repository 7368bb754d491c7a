import { useSuspenseQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { subscriptionQuery } from '@/api/subscriptions';
import type { Organization } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { CustomFieldFacts } from '@/features/custom-fields/CustomFieldFacts';
import { Detail } from '@/ui/Facts';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { SubscriptionStatus } from '@/ui/statuses';
import { Timeline } from '@/ui/Timeline';
import { ChangePlan } from './ChangePlan';
import { Dunning } from './Dunning';
import { NextCharge } from './NextCharge';
import { ScheduledChange } from './ScheduledChange';
import { SubscriptionGlance } from './SubscriptionGlance';
import { SubscriptionFacts } from './SubscriptionFacts';
import { SubscriptionOrders } from './SubscriptionOrders';
import { SubscriptionUsage } from './SubscriptionUsage';
import { CancelQuestion, RevokeQuestion, UncancelQuestion } from './SubscriptionQuestions';

type Question = 'change' | 'cancel' | 'uncancel' | 'revoke';

const labels: Record<Question, string> = {
  change: 'Change plan',
  cancel: 'Cancel at period end',
  uncancel: 'Keep subscription',
  revoke: 'Cancel immediately',
};

export function SubscriptionDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: subscription } = useSuspenseQuery(subscriptionQuery(id));
  const history = useTimeline(organization.id, 'subscription', id);
  const [asking, setAsking] = useState<Question>();
  const { status, cancel_at_period_end } = subscription;
  const org = organization.slug;
  const { is_archived, visibility } = subscription.product;
  const isOffered = !is_archived && visibility === 'public';

  const actions = useMemo((): PageAction[] => {
    if (status === 'canceled' || status === 'incomplete_expired')
      return isOffered ? [{ label: 'Copy link to subscribe again', run: () => void copyLink(org, id) }] : [];
    const ask = (question: Question) => ({ label: labels[question], run: () => setAsking(question) });
    const end: PageAction = { ...ask('revoke'), rank: 'danger' };
    if (status === 'incomplete') return [end];
    // What is past due or ends keeps its plan.
    const isChangeable = (status === 'active' || status === 'trialing') && !cancel_at_period_end;
    return [...(isChangeable ? [ask('change')] : []), ask(cancel_at_period_end ? 'uncancel' : 'cancel'), end];
  }, [status, cancel_at_period_end, isOffered, org, id]);

  const asked = (question: Question) => ({
    subscription,
    open: asking === question,
    onOpenChange: (open: boolean) => setAsking(open ? question : undefined),
  });

  return (
    <>
      <PageHead
        title={`${subscription.product.name} for ${subscription.customer.email}`}
        mark={<SubscriptionStatus subscription={subscription} />}
        note={subscription.customer.name}
        up={{ label: 'Subscriptions', link: linkOptions({ to: '/$org/subscriptions', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <ScheduledChange subscription={subscription} organization={organization} />
      <SubscriptionGlance subscription={subscription} organization={organization} />
      <Detail side={<Timeline subject="subscription" id={id} query={history} />}>
        <Dunning subscription={subscription} organization={organization} />
        <SubscriptionUsage subscription={subscription} organization={organization} />
        <NextCharge subscription={subscription} />
        <SubscriptionFacts subscription={subscription} org={org} />
        <CustomFieldFacts organizationId={organization.id} data={subscription.custom_field_data} />
        <SubscriptionOrders subscription={subscription} organization={organization} />
      </Detail>
      <ChangePlan {...asked('change')} organization={organization} />
      <CancelQuestion {...asked('cancel')} />
      <UncancelQuestion {...asked('uncancel')} />
      <RevokeQuestion {...asked('revoke')} />
    </>
  );
}

/** To the page of the customer's portal that offers it, where they sign in with a code by mail. */
async function copyLink(slug: string, id: string): Promise<void> {
  await navigator.clipboard.writeText(`${window.location.origin}/${slug}/portal/subscriptions/${id}`);
  announce('Link copied: send it to the customer');
}
