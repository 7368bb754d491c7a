import { DomainError } from '../../../kernel/errors.ts';

export class TooManyLinkedAccounts extends DomainError {
  constructor(most: number) {
    super('TooManyLinkedAccounts', `${most} accounts are linked: unlink one first.`, 400);
  }
}
