import { DomainError } from '../../../kernel/errors.ts';

/** The charge was declined, or no payment processor is configured. */
export class PaymentError extends DomainError {
  constructor(message: string) {
    super('PaymentError', message, 400);
  }
}
