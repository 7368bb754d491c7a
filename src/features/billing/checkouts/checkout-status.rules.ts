import type { CheckoutEvent } from './checkout.events.ts';

export type CheckoutStatus = 'open' | 'confirming' | 'confirmed' | 'succeeded' | 'expired';

/** The same for the decider and every read model; an update does not change it (docs/BILLING.md#checkout-states). */
export const STATUS_AFTER = {
  CheckoutCreated: 'open',
  CheckoutConfirmStarted: 'confirming',
  CheckoutConfirmFailed: 'open',
  CheckoutReopened: 'open',
  CheckoutConfirmed: 'confirmed',
  CheckoutSucceeded: 'succeeded',
  CheckoutExpired: 'expired',
} as const satisfies Partial<Record<CheckoutEvent['type'], CheckoutStatus>>;
