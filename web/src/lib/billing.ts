import { word } from './format';
import { day } from './time';

const reasons: Record<string, string> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Subscription changed',
};

const PERIOD = / — From (\w{3} \d+, \d{4}) to (\w{3} \d+, \d{4})$/;
const plainDay = (english: string): string => {
  const at = new Date(`${english} UTC`);
  return Number.isNaN(at.getTime()) ? english : day(at.toISOString().slice(0, 10));
};

/** A renewal's line as the contract labels it ("Reader — From Nov 21, 2026 to Dec 21, 2026"), with days as they are written here. */
export function itemLabel(label: string): string {
  return label.replace(PERIOD, (_, from: string, to: string) => `, ${plainDay(from)} to ${plainDay(to)}`);
}

/** An order's billing reason: "Renewal". */
export function billingReason(reason: string): string {
  return reasons[reason] ?? word(reason);
}

export const cancellationReasons = [
  { value: 'too_expensive', label: 'Too expensive' },
  { value: 'missing_features', label: 'Something is missing' },
  { value: 'switched_service', label: 'Switched to another service' },
  { value: 'unused', label: 'Not used enough' },
  { value: 'customer_service', label: 'Customer service' },
  { value: 'low_quality', label: 'Low quality' },
  { value: 'too_complex', label: 'Too complex' },
  { value: 'other', label: 'Something else' },
] as const;

export type CancellationReason = (typeof cancellationReasons)[number]['value'];

export function cancellationReason(reason: string): string {
  return cancellationReasons.find(({ value }) => value === reason)?.label ?? word(reason);
}
