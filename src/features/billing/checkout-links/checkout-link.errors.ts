import { DomainError } from '../../../kernel/errors.ts';

/** A link whose products have all been archived, or whose seller is gone. */
export class NothingOnSale extends DomainError {
  constructor() {
    super('ResourceUnavailable', 'This link has nothing on sale any more', 410);
  }
}
