import { DomainError } from '../../../kernel/errors.ts';

/** It is not known yet whether the money was taken: it can't go back before. */
export class PaymentNotSettled extends DomainError {
  constructor() {
    super('PaymentNotSettled', 'This payment is not settled yet', 409);
  }
}
