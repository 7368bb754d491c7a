import { DomainError } from '../../../kernel/errors.ts';
import type { Money } from '../../../kernel/money.ts';

/** It was paid by another payment, or is void, so this payment is refunded. */
export class OrderNotPayable extends DomainError {
  constructor(status: 'paid' | 'void') {
    super('OrderNotPayable', `This order is already ${status} and takes no other payment`, 409);
  }
}

export class PaymentOfAnotherAmount extends DomainError {
  constructor(due: Money, paid: Money) {
    const text = ({ amount, currency }: Money) => `${amount} ${currency}`;
    super('PaymentMismatch', `Due is ${text(due)}, and ${text(paid)} was paid (in minor units)`, 409);
  }
}
