import type { ChoiceGroup } from '@/ui/CheckboxGroups';

/** The contract's types that this server sends, by entity (docs/BILLING.md#webhook-types). */
const types: [label: string, about: string, happens: string][] = [
  ['Checkouts', 'checkout', 'created updated'],
  ['Orders', 'order', 'created updated paid refunded'],
  ['Refunds', 'refund', 'created updated'],
  ['Subscriptions', 'subscription', 'created active canceled uncanceled revoked updated'],
  ['Customers', 'customer', 'created updated deleted state_changed'],
  ['Products', 'product', 'created updated'],
  ['Benefits', 'benefit', 'created updated'],
  ['Benefit grants', 'benefit_grant', 'created updated cycled revoked'],
  ['Organization', 'organization', 'updated'],
];

export const wireTypeGroups: ChoiceGroup[] = types.map(([label, about, happens]) => ({
  label,
  options: happens.split(' ').map((happened) => ({ value: `${about}.${happened}`, label: happened.replace('_', ' ') })),
}));

export const WIRE_TYPE_COUNT = wireTypeGroups.reduce((sum, { options }) => sum + options.length, 0);

const offered = new Set(wireTypeGroups.flatMap(({ options }) => options.map(({ value }) => value)));

/** Types that a program chose and the form does not show: saving keeps them. */
export function typesBeyond(events: readonly string[]): string[] {
  return events.filter((type) => !offered.has(type));
}
