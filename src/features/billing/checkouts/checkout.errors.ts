import { DomainError } from '../../../kernel/errors.ts';

/** It is confirmed, succeeded or expired: nothing changes any more (docs/BILLING.md#checkout-states). */
export class NotOpenCheckout extends DomainError {
  constructor() {
    super('NotOpenCheckout', 'This checkout is not open anymore.', 403);
  }
}

/** What a client secret finds after `expires_at`, unless it was confirmed. */
export class ExpiredCheckoutError extends DomainError {
  constructor() {
    super('ExpiredCheckoutError', 'This checkout is expired.', 410);
  }
}

export class AlreadyActiveSubscriptionError extends DomainError {
  constructor() {
    super('AlreadyActiveSubscriptionError', 'You already have an active subscription.', 403);
  }
}

/** The charge was declined, or nothing here can charge. */
export class PaymentError extends DomainError {
  constructor(message: string) {
    super('PaymentError', message, 400);
  }
}

export class TooManyCheckoutUpdates extends DomainError {
  constructor() {
    super('TooManyRequests', 'This checkout has been updated too often; open another', 429);
  }
}

/** What must come before is not there: a step of a process that was overtaken. */
export class CheckoutNotConfirmed extends DomainError {
  constructor() {
    super('CheckoutNotConfirmed', 'This checkout is not confirmed', 409);
  }
}
