import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal codes and texts (AUTH_FACTS §7). */
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

export class InvalidEmailOrPassword extends DomainError {
  constructor() {
    super('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401);
  }
}

export class EmailNotVerified extends DomainError {
  constructor() {
    super('EMAIL_NOT_VERIFIED', 'Email not verified', 403);
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
