import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal codes and texts (AUTH_FACTS §9). */
export class OrganizationAlreadyExists extends DomainError {
  constructor() {
    super('ORGANIZATION_ALREADY_EXISTS', 'Organization already exists', 400);
  }
}

export class SlugIsTaken extends DomainError {
  constructor() {
    super('SLUG_IS_TAKEN', 'slug is taken', 400);
  }
}

export class NotAMember extends DomainError {
  constructor() {
    super('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', 'User is not a member of the organization', 403);
  }
}

/** The billing contract's refusal of a member whose role does not suffice (BILLING_FACTS §1). */
export class NotPermitted extends DomainError {
  constructor(message = 'Only owners and admins of the organization may do this') {
    super('NotPermitted', message, 403);
  }
}
