import type { Answer } from './answers';
import { declineWords } from './declines';
import { money } from './format';
import { day } from './time';

interface Payment {
  status: 'pending' | 'succeeded' | 'failed';
  amount: number;
  currency: string;
  decline_reason: string | null;
  created_at: string;
  modified_at: string | null;
}

interface InstalledProcessor {
  processor: 'sandbox' | 'stripe' | null;
  is_live: boolean;
  verifies_webhooks: boolean;
}

/** Which processor takes the payments: its name, and what follows from it. */
export function processorWords({
  processor,
  is_live,
  verifies_webhooks,
}: InstalledProcessor): Answer & { name: string } {
  switch (processor) {
    case null:
      return {
        ...{ tone: 'warn', name: 'No processor' },
        text: 'Checkouts can be opened but not paid: this installation has no payment processor. Free products work.',
      };
    case 'sandbox':
      return { tone: 'wait', name: 'Sandbox', text: 'Customers pay with test cards, and no money moves.' };
    case 'stripe': {
      const money = is_live ? 'Stripe takes the money.' : 'Customers pay with Stripe’s test cards, and no money moves.';
      const reports = verifies_webhooks
        ? 'Its webhook secret is set, so that payments are settled as soon as Stripe reports them.'
        : 'Its webhook secret is not set: what Stripe reports is refused, and payments are settled only by asking.';
      const name = is_live ? 'Stripe' : 'Stripe, test mode';
      return { tone: verifies_webhooks ? (is_live ? 'good' : 'wait') : 'warn', name, text: `${money} ${reports}` };
    }
  }
}

/** What came of an attempt to charge. @param refunded to the card, in minor units */
export function paymentAnswer(payment: Payment, refunded: number): Answer {
  const { status, amount, currency, decline_reason, created_at, modified_at } = payment;
  const what = amount === 0 ? 'The card' : money(amount, currency);
  const on = day(modified_at ?? created_at);
  if (status === 'pending') return { tone: 'wait', text: `Waiting for the bank since ${day(created_at)}.` };
  if (status === 'failed') {
    const why = decline_reason === null ? '' : `: ${declineWords(decline_reason)}`;
    return { tone: 'bad', text: `Not paid on ${on}${why}.` };
  }
  if (amount === 0) return { tone: 'good', text: `${what} was saved on ${on}; nothing was charged.` };
  if (refunded >= amount) return { tone: 'off', text: `${what} was paid on ${on}, and refunded.` };
  if (refunded > 0)
    return { tone: 'warn', text: `${what} was paid on ${on}, and ${money(refunded, currency)} of it refunded.` };
  return { tone: 'good', text: `${what} was paid on ${on}.` };
}
