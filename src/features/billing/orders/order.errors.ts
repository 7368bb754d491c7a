import { DomainError } from '../../../kernel/errors.ts';
import type { Money } from '../../../kernel/money.ts';

/** It is paid by another payment, or void: what is taken for it goes back. */
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

/** A fault of ours, never an amount of 0: the step is tried again and then parked for the operator. */
export class Unbillable extends DomainError {
  constructor(message: string) {
    super('Unbillable', message, 500);
  }
}
