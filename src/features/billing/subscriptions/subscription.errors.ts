import { DomainError } from '../../../kernel/errors.ts';

/** It will end with its period, or has ended (docs/BILLING.md#subscription-states). */
export class AlreadyCanceledSubscription extends DomainError {
  constructor(message = 'This subscription is already canceled or will be at the end of the period.') {
    super('AlreadyCanceledSubscription', message, 403);
  }
}

/** Their organization allows a customer one active subscription. */
export class AlreadyActiveSubscriptionError extends DomainError {
  constructor() {
    super(
      'AlreadyActiveSubscriptionError',
      'You already have an active subscription. You can change its plan in your customer portal; if it is canceled, keep it first, or subscribe again once it has ended.',
      403,
    );
  }
}

export class SubscriptionNotCanceled extends DomainError {
  constructor() {
    super('BadRequest', 'This subscription is not set to be canceled at the end of the period.', 400);
  }
}

export class SubscriptionEndedAlready extends DomainError {
  constructor() {
    super('ResourceUnavailable', 'This subscription has ended.', 410);
  }
}

/** What is paid for keeps its product; a checkout upgrades what is free. */
export class SubscriptionNotFree extends DomainError {
  constructor() {
    super('SubscriptionNotFree', 'Only free subscriptions can be upgraded.', 409);
  }
}

/** The ticker was early: the period has not ended yet. */
export class RenewalNotDue extends DomainError {
  constructor() {
    super('NotDue', 'The period has not ended yet', 409);
  }
}

/** A retry or the end of a grace period came early: its time has not come yet. */
export class PaymentNotDue extends DomainError {
  constructor() {
    super('NotDue', 'The next attempt is not due yet', 409);
  }
}

/** Its product was changed after the facts of this change were read. */
export class SubscriptionBeingChanged extends DomainError {
  constructor() {
    super('SubscriptionLocked', 'This subscription is being changed by another request.', 409);
  }
}

/** What a change would take back is not paid yet. */
export class SubscriptionBeingBilled extends DomainError {
  constructor() {
    super('SubscriptionLocked', 'The payment for the current period is under way: try again once it is paid.', 409);
  }
}

export class NoScheduledChange extends DomainError {
  constructor() {
    super('BadRequest', 'No change of this subscription is scheduled.', 400);
  }
}
