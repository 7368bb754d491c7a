import { DomainError } from '../../../kernel/errors.ts';

/** It is confirmed, succeeded or expired, so it no longer changes (docs/BILLING.md#checkout-states). */
export class NotOpenCheckout extends DomainError {
  constructor() {
    super('NotOpenCheckout', 'This checkout is not open anymore.', 403);
  }
}

/** Past its `expires_at` and never confirmed, as its client secret shows it. */
export class ExpiredCheckoutError extends DomainError {
  constructor() {
    super('ExpiredCheckoutError', 'This checkout is expired.', 410);
  }
}

export class TooManyCheckoutUpdates extends DomainError {
  constructor(most: number) {
    super('TooManyRequests', `A checkout can be updated at most ${most} times; create another one`, 429);
  }
}

/** The step of a process that another one has overtaken. */
export class CheckoutNotConfirmed extends DomainError {
  constructor() {
    super('CheckoutNotConfirmed', 'This checkout is not confirmed', 409);
  }
}
