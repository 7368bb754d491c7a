import { DomainError } from '../../../kernel/errors.ts';

export class GrantRevoked extends DomainError {
  constructor() {
    super('NotPermitted', 'This benefit has been revoked.', 403);
  }
}
