import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal texts; a code that is not in capitals is replaced by the message in capitals (docs/IDENTITY.md#errors). */
export class ProviderNotFound extends DomainError {
  constructor() {
    super('PROVIDER_NOT_FOUND', 'Provider not found', 404);
  }
}

/** The state of an authorization could not be stored. */
export class UnableToCreateVerification extends DomainError {
  constructor(override readonly cause: unknown) {
    super('UNABLE_TO_CREATE_VERIFICATION', 'Unable to create verification', 500);
  }
}

export class IdTokenNotSupported extends DomainError {
  constructor() {
    super('ID_TOKEN_NOT_SUPPORTED', 'id_token not supported', 404);
  }
}

export class InvalidIdToken extends DomainError {
  constructor() {
    super('INVALID_TOKEN', 'invalid token', 401);
  }
}

/** The subject of an ID token could not be determined. */
export class FailedToGetUserInfo extends DomainError {
  constructor() {
    super('FAILED_TO_GET_USER_INFO', 'Failed to get user info', 401);
  }
}

export class UserEmailNotFound extends DomainError {
  constructor() {
    super('USER_EMAIL_NOT_FOUND', 'User email not found', 401);
  }
}

/** A sign-in that we refused; a redirect has `_` in place of spaces. */
export class SignInRefused extends DomainError {
  constructor(
    message:
      | 'account not linked'
      | 'unable to link account'
      | 'signup disabled'
      | 'unable to create user'
      | 'unable to create session',
  ) {
    super('SignInRefused', message, 401);
  }
}

/** A refused link: the ID-token form answers the message, the redirect `redirectsAs`. */
export class LinkRefused extends DomainError {
  constructor(
    reason: 'linking not allowed' | 'different emails not allowed' | 'unable to create account',
    readonly redirectsAs: 'unable_to_link_account' | 'account_already_linked_to_different_user',
  ) {
    super('LinkRefused', `Account not linked - ${reason}`, reason === 'unable to create account' ? 417 : 401);
  }
}

/** A callback that cannot continue; `code` is the redirect's `error`. */
export class CallbackFailed extends DomainError {
  constructor(code: string) {
    super(code, code, 400);
  }
}

export class ProviderNotSupported extends DomainError {
  constructor(providerId: string) {
    super('ProviderNotSupported', `Provider ${providerId} is not supported.`, 400);
  }
}

/** The provider issued no refresh token. */
export class RefreshingNotSupported extends DomainError {
  constructor(providerId: string) {
    super('RefreshingNotSupported', `Provider ${providerId} does not support token refreshing.`, 400);
  }
}

export class FailedToRefresh extends DomainError {
  constructor() {
    super('FAILED_TO_REFRESH_ACCESS_TOKEN', 'Failed to refresh access token', 400);
  }
}

export class NoValidAccessToken extends DomainError {
  constructor() {
    super('FAILED_TO_GET_A_VALID_ACCESS_TOKEN', 'Failed to get a valid access token', 400);
  }
}
