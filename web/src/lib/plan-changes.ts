import { day } from './time';

export type ChangeBehavior = 'invoice' | 'prorate' | 'next_period';

/** How a change of plan takes effect, in the order in which it is offered. */
export const changeBehaviors = [
  { value: 'invoice', label: 'Now, charging the difference at once' },
  { value: 'prorate', label: 'Now, with the difference on the next order' },
  { value: 'next_period', label: 'When the period ends' },
] as const satisfies readonly { value: ChangeBehavior; label: string }[];

/** "now, charging the difference at once". */
export function behaviorWords(behavior: ChangeBehavior): string {
  const { label } = changeBehaviors.find(({ value }) => value === behavior)!;
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** What the contract's refusals of a change mean, by their codes. */
export const changeRefusals = {
  AlreadyCanceledSubscription:
    'Its plan can’t change: the subscription is past due, ends with its period, or has ended. Keep it, or wait for its payment.',
  SubscriptionLocked:
    'Someone else changed this subscription at the same moment. Look at it again, then repeat your change.',
  ResourceUnavailable: 'The subscription has ended, so there is no change to make. A new checkout starts another one.',
} as const;

/** What the contract says of a product that a subscription can't change to, with what to do. */
const advice: readonly [RegExp, string][] = [
  [
    /another currency/i,
    'It is sold in another currency, and a subscription stays in its own. Offer a new checkout instead.',
  ],
  [/no payment method/i, 'The customer has no card on file to charge. Send them a checkout for this product instead.'],
  [/archived/i, 'It is archived. Put it on sale again, or choose another one.'],
  [/not recurring/i, 'It is bought once. Choose a product with a monthly or yearly price.'],
  [/custom price/i, 'Its price is chosen by the buyer, and nobody is there to choose. Choose another one.'],
];

/** Why a product can't be changed to, in plain words. */
export function refusedProduct(message: string): string {
  return advice.find(([says]) => says.test(message))?.[1] ?? message;
}

interface Plan {
  product: { id: string; name: string };
  amount: number;
  pending_change: { takes_effect_at: string } | null;
}

/** What a change has done: "Changed to Studio". Changing to what it has already withdraws a scheduled change. */
export function changedWords(before: Plan, { product, amount, pending_change }: Plan): string {
  if (pending_change) return `Scheduled: the plan changes on ${day(pending_change.takes_effect_at)}`;
  const isSame = before.product.id === product.id && before.amount === amount;
  return isSame ? `The plan stays ${product.name}` : `Changed to ${product.name}`;
}
