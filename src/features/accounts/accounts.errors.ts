import { DomainError } from '../../kernel/errors.ts';

/** Told to somebody who has shown who he is (docs/IDENTITY.md#sign-up-and-sign-in). */
export class BannedUser extends DomainError {
  constructor() {
    super(
      'BANNED_USER',
      'You have been banned from this application. Please contact support if you believe this is an error.',
      403,
    );
  }
}
