import { DomainError } from '../../../kernel/errors.ts';

/** It does not exist, or is not valid: the contract answers both alike, with the reason (docs/BILLING.md#license-keys). */
export class InvalidLicenseKey extends DomainError {
  constructor(reason = 'Not found') {
    super('ResourceNotFound', reason, 404);
  }
}

export class LicenseKeyUsedUp extends DomainError {
  /** @param left usages */
  constructor(left: number) {
    super('BadRequest', `License key only has ${left} more usages.`, 400);
  }
}

export class ActivationNotPermitted extends DomainError {
  constructor(message: string) {
    super('NotPermitted', message, 403);
  }
}
