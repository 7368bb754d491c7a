import { DomainError } from '../../../kernel/errors.ts';

/** The contract's errors (docs/BILLING.md#refund-requests). */
export class RefundedAlready extends DomainError {
  constructor() {
    super('RefundedAlready', 'The order is already fully refunded', 403);
  }
}

export class RefundAmountTooHigh extends DomainError {
  /** @param remaining net, in minor units */
  constructor(remaining: number) {
    super('RefundAmountTooHigh', `The amount is higher than what is left to refund of the order: ${remaining}`, 400);
  }
}

/** The order was free, or is not paid. */
export class RefundUnknownPayment extends DomainError {
  constructor() {
    super('RefundUnknownPayment', 'The order has no payment that could be refunded', 404);
  }
}

export class RevokeSubscriptionBenefitsProhibited extends DomainError {
  constructor() {
    super(
      'RevokeSubscriptionBenefitsProhibited',
      'The benefits of a subscription end with the subscription: revoke that instead',
      400,
    );
  }
}

export class TooManyRefunds extends DomainError {
  constructor(most: number) {
    super('TooManyRefunds', `An order can be refunded in at most ${most} parts`, 409);
  }
}
