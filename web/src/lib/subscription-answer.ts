import { say, type Answer } from './answers';
import { declineWords } from './declines';
import { money, word } from './format';
import { clockTime, day } from './time';

interface SubscriptionFields {
  status: string;
  amount: number;
  currency: string;
  recurring_interval: string;
  cancel_at_period_end: boolean;
  current_period_start: string;
  current_period_end: string | null;
  expires_at?: string | null;
  trial_ends_at?: string | null;
  ends_at: string | null;
  ended_at: string | null;
  dunning?: { next_attempt_at: string | null } | null;
}

/** The charge of an order that has not been paid. */
interface FailedCharge {
  due_amount: number;
  currency: string;
  created_at: string;
  decline_code: string | null;
}

/** The next order of a subscription, as it would be created. */
interface NextOrder {
  due_amount: number;
  currency: string;
}

/**
 * @param failed the order whose payment has failed, if it is known
 * @param next its next order, if that is known: credit, discounts and scheduled changes count in it
 */
export function subscriptionAnswer(
  subscription: SubscriptionFields,
  failed?: FailedCharge | null,
  next?: NextOrder | null,
): Answer {
  const { status, amount, currency, current_period_start, current_period_end, ends_at, ended_at } = subscription;
  if (ended_at && status === 'incomplete_expired')
    return say('off', `Expired on ${day(ended_at)}: its first payment did not arrive.`);
  if (ended_at) return say('off', `Ended on ${day(ended_at)}. It is no longer charged.`);
  const ends = subscription.cancel_at_period_end ? (ends_at ?? current_period_end) : null;
  if (status === 'incomplete') return incompleteAnswer(subscription.expires_at, failed);
  if (status === 'past_due' || status === 'unpaid') {
    const since = day(failed?.created_at ?? current_period_start);
    const charge = money(failed?.due_amount ?? amount, failed?.currency ?? currency);
    const why = failed?.decline_code ? ` (${declineWords(failed.decline_code)})` : '';
    const then = [ends && `It ends on ${day(ends)}.`, againWords(subscription)].filter(Boolean).join(' ');
    return say('bad', `${word(status)} since ${since}: the charge of ${charge} was declined${why}. ${then}`);
  }
  if (ends) {
    const last =
      next && next.due_amount > 0
        ? `A last ${money(next.due_amount, next.currency)} is charged then.`
        : 'It is not charged again.';
    return say('warn', `Ends on ${day(ends)}. ${last}`);
  }
  if (!current_period_end) return say('wait', 'It has no next charge.');
  const charge = money(next?.due_amount ?? amount, next?.currency ?? currency);
  if (status === 'trialing') {
    const end = subscription.trial_ends_at ?? current_period_end;
    return say('good', `Free until ${day(end)}, then ${charge}.`);
  }
  return say('good', `Renews on ${day(current_period_end)} for ${charge}.`);
}

function incompleteAnswer(expiresAt: string | null | undefined, first: FailedCharge | null | undefined): Answer {
  const when = expiresAt ? `on ${day(expiresAt)} at ${clockTime(expiresAt).slice(0, 5)}` : 'after 23 hours';
  if (!first?.decline_code) return say('wait', `Waiting for its first payment; without it, it expires ${when}.`);
  const charge = money(first.due_amount, first.currency);
  return say(
    'bad',
    `Its first charge of ${charge} was declined (${declineWords(first.decline_code)}). Without a payment, it expires ${when}.`,
  );
}

/** When a failed payment is tried again. */
function againWords({ status, dunning, ends_at }: SubscriptionFields): string | undefined {
  if (status === 'unpaid') return 'It is charged again when the customer updates their card.';
  const next = dunning?.next_attempt_at;
  if (!next) return 'It is being charged again.';
  return ends_at && ends_at <= next ? undefined : `It is charged again on ${day(next)}.`;
}
