import { word } from './format';

/** The contract's only currency and its limits for a fixed price in cents; a test compares them with docs/openapi.json. */
export const CURRENCY = 'usd';
export const MIN_PRICE = 50;
export const MAX_PRICE = 99_999_999;

const reasons: Record<string, string> = {
  purchase: 'Purchase',
  subscription_create: 'New subscription',
  subscription_cycle: 'Renewal',
  subscription_update: 'Subscription changed',
};

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

export function cancellationReason(reason: string): string {
  return cancellationReasons.find(({ value }) => value === reason)?.label ?? word(reason);
}
