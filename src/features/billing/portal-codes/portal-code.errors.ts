import { DomainError } from '../../../kernel/errors.ts';

/** Whatever the reason: nothing tells a wrong code from one that was never sent. */
export class InvalidPortalCode extends DomainError {
  constructor() {
    super('Unauthorized', 'This code is wrong or has expired. Request another one.', 401);
  }
}
