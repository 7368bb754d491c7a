import { DomainError } from '../../../kernel/errors.ts';

/** The organization's `allow_customer_updates` is off. */
export class UpdatesNotAllowed extends DomainError {
  constructor() {
    super('NotPermitted', 'The seller does not let customers change this themselves. Please ask them.', 403);
  }
}
