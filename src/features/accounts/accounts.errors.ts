import { DomainError } from '../../kernel/errors.ts';

/** Only for users who have authenticated (docs/IDENTITY.md#sign-up-and-sign-in). */
export class BannedUser extends DomainError {
  constructor() {
    super(
      'BANNED_USER',
      'You have been banned from this application. Please contact support if you believe this is an error.',
      403,
    );
  }
}
