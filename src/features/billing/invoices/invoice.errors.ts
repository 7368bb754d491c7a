import { DomainError } from '../../../kernel/errors.ts';

export class OrderNotEligibleForInvoice extends DomainError {
  constructor() {
    super('OrderNotEligibleForInvoice', 'The order has no invoice yet: it is issued when the order is paid', 409);
  }
}
