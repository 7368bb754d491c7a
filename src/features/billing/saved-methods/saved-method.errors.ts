import { DomainError } from '../../../kernel/errors.ts';

export class PaymentMethodInUse extends DomainError {
  constructor() {
    super('PaymentMethodInUse', 'A subscription is charged with this payment method: choose another one first.', 400);
  }
}

export class TooManyPaymentMethods extends DomainError {
  constructor(most: number) {
    super('TooManyPaymentMethods', `${most} payment methods are saved: remove one first.`, 400);
  }
}
