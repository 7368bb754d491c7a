import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal codes and texts (docs/IDENTITY.md#session-routes). */
export class SessionNotFound extends DomainError {
  constructor() {
    super('SESSION_NOT_FOUND', 'Session not found', 400);
  }
}

export class FailedToGetSession extends DomainError {
  /** @param status 400 there is none · 500 it could not be read, because of `cause` */
  constructor(
    status: 400 | 500 = 400,
    override readonly cause?: unknown,
  ) {
    super('FAILED_TO_GET_SESSION', 'Failed to get session', status);
  }
}

export class NotImpersonating extends DomainError {
  constructor() {
    super('YOU_ARE_NOT_IMPERSONATING_ANYONE', 'You are not impersonating anyone', 400);
  }
}

/** The admin's own session has ended, or their browser has lost it (docs/IDENTITY.md#impersonation). */
export class AdminSessionNotFound extends DomainError {
  constructor() {
    super('FAILED_TO_FIND_ADMIN_SESSION', 'Failed to find admin session', 500);
  }
}

/** The wire code derives from the message (docs/IDENTITY.md#cookie-cache). */
export class SessionDataTooLarge extends DomainError {
  constructor() {
    super(
      'SessionDataTooLarge',
      'Session data is too large to store in the cookie. Please disable session cookie caching or reduce the size of the session data',
      500,
    );
  }
}

/** It started or was refreshed longer ago than AUTH_FRESH_AGE. */
export class SessionIsNotFresh extends DomainError {
  constructor() {
    super('SESSION_IS_NOT_FRESH', 'Session is not fresh', 403);
  }
}

export class EmailNotVerified extends DomainError {
  constructor() {
    super('EMAIL_NOT_VERIFIED', 'Email not verified', 403);
  }
}
