import type { PaymentEvent, PaymentStatus } from './payment.events.ts';

/** The same for the decider and every read model; a dispute does not change it (docs/BILLING.md#payment-states). */
export const STATUS_AFTER = {
  PaymentRequested: 'requested',
  PaymentPending: 'pending',
  PaymentSucceeded: 'succeeded',
  PaymentDeclined: 'declined',
  PaymentMismatched: 'mismatched',
  PaymentReversalRequested: 'reversing',
  PaymentReversed: 'reversed',
} as const satisfies Partial<Record<PaymentEvent['type'], PaymentStatus>>;

/** The contract has three: money that was refunded at once, because it paid for nothing, has failed to pay (docs/BILLING.md#payments). */
export const WIRE_STATUS = {
  requested: 'pending',
  pending: 'pending',
  succeeded: 'succeeded',
  declined: 'failed',
  mismatched: 'failed',
  reversing: 'failed',
  reversed: 'failed',
} as const satisfies Record<PaymentStatus, string>;
