import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal codes and texts (docs/IDENTITY.md#sign-up-and-sign-in). */
export class UserAlreadyExists extends DomainError {
  constructor() {
    super('USER_ALREADY_EXISTS', 'User already exists', 422);
  }
}

export class InvalidEmail extends DomainError {
  constructor() {
    super('INVALID_EMAIL', 'Invalid email', 400);
  }
}

/** The same for an unknown address, an account without a password and a wrong password. */
export class InvalidEmailOrPassword extends DomainError {
  constructor() {
    super('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401);
  }
}

export class PasswordTooShort extends DomainError {
  constructor() {
    super('PASSWORD_TOO_SHORT', 'Password too short', 400);
  }
}

export class PasswordTooLong extends DomainError {
  constructor() {
    super('PASSWORD_TOO_LONG', 'Password too long', 400);
  }
}

export class VerificationEmailIsntEnabled extends DomainError {
  constructor() {
    super('VERIFICATION_EMAIL_ISNT_ENABLED', "Verification email isn't enabled", 400);
  }
}

export class EmailAlreadyVerified extends DomainError {
  constructor() {
    super(
      'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL',
      'You can only send a verification email to an unverified email',
      400,
    );
  }
}

export class NotYourEmail extends DomainError {
  constructor() {
    super(
      'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL',
      'You can only send a verification email to your own email',
      400,
    );
  }
}

/** A field is missing that the contract does not check as a matter of shape, such as the name. */
export class FailedToCreateUser extends DomainError {
  constructor() {
    super('FAILED_TO_CREATE_USER', 'Failed to create user', 422);
  }
}

/** An invalid verification link; its message is the code in lower case (docs/IDENTITY.md#verification). */
export class VerificationFailed extends DomainError {
  constructor(error: 'token_expired' | 'invalid_token' | 'user_not_found' | 'unauthorized') {
    super(error.toUpperCase(), error, 401);
  }
}

export class UserAlreadyHasAPassword extends DomainError {
  constructor() {
    super('USER_ALREADY_HAS_A_PASSWORD', 'user already has a password', 400);
  }
}

/** The address has changed since the change was requested. */
export class EmailHasChanged extends DomainError {
  constructor() {
    super('USER_NOT_FOUND', 'user_not_found', 401);
  }
}

/** Another user has the address, which the answer does not reveal (docs/IDENTITY.md#changing-the-address). */
export class CouldntUpdateYourEmail extends DomainError {
  constructor() {
    super('COULDNT_UPDATE_YOUR_EMAIL', "Couldn't update your email", 400);
  }
}

export class LastAccount extends DomainError {
  constructor() {
    super('YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', "You can't unlink your last account", 400);
  }
}

export class AccountNotFound extends DomainError {
  constructor() {
    super('ACCOUNT_NOT_FOUND', 'Account not found', 400);
  }
}

export class TooManyOrganizations extends DomainError {
  constructor() {
    super(
      'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
      'You have reached the maximum number of organizations',
      403,
    );
  }
}

/** A one-time token that is unknown, used, expired, or voided by a new password or address. */
export class InvalidToken extends DomainError {
  /** @param status 400 for a password, 404 for a deletion (docs/IDENTITY.md#passwords, docs/IDENTITY.md#deleting-an-account) */
  constructor(status: 400 | 404 = 400) {
    super('INVALID_TOKEN', 'invalid token', status);
  }
}

export class InvalidPassword extends DomainError {
  constructor() {
    super('INVALID_PASSWORD', 'Invalid password', 400);
  }
}

/** The user signs in only with providers. */
export class CredentialAccountNotFound extends DomainError {
  constructor() {
    super('CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found', 400);
  }
}

export class ResetPasswordIsntEnabled extends DomainError {
  constructor() {
    super('RESET_PASSWORD_ISNT_ENABLED', "Reset password isn't enabled", 400);
  }
}

export class EmailCanNotBeUpdated extends DomainError {
  constructor() {
    super('EMAIL_CAN_NOT_BE_UPDATED', 'Email can not be updated', 400);
  }
}

export class ChangeEmailIsDisabled extends DomainError {
  constructor() {
    super('CHANGE_EMAIL_IS_DISABLED', 'Change email is disabled', 400);
  }
}

export class EmailIsTheSame extends DomainError {
  constructor() {
    super('EMAIL_IS_THE_SAME', 'Email is the same', 400);
  }
}

/** Without a password and without a mail, only a user who has just signed in may delete their account (docs/IDENTITY.md#deleting-an-account). */
export class SessionExpired extends DomainError {
  constructor() {
    super('SESSION_EXPIRED', 'Session expired. Re-authenticate to perform this action.', 400);
  }
}

/** The deletion link was opened in a browser without a session. */
export class FailedToGetUserInfo extends DomainError {
  constructor() {
    super('FAILED_TO_GET_USER_INFO', 'Failed to get user info', 404);
  }
}
