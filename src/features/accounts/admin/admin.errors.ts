import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal codes; the texts are the same words (docs/IDENTITY.md#administration). */
const FORBIDDEN = {
  create: 'You are not allowed to create users',
  list: 'You are not allowed to list users',
  'set-role': 'You are not allowed to change users role',
  ban: 'You are not allowed to ban users',
  impersonate: 'You are not allowed to impersonate users',
  delete: 'You are not allowed to delete users',
  'set-password': 'You are not allowed to set users password',
  'list-sessions': 'You are not allowed to list users sessions',
  'revoke-sessions': 'You are not allowed to revoke users sessions',
} as const;
export type AdminAction = keyof typeof FORBIDDEN;

export class NotAllowedToAdminister extends DomainError {
  constructor(action: AdminAction) {
    const message = FORBIDDEN[action];
    super(message.toUpperCase().replaceAll(' ', '_'), message, 403);
  }
}

export class CannotBanYourself extends DomainError {
  constructor() {
    super('YOU_CANNOT_BAN_YOURSELF', 'You cannot ban yourself', 400);
  }
}

/** An impersonator must not gain another administrator's rights (docs/IDENTITY.md#impersonation). */
export class CannotImpersonateAdmins extends DomainError {
  constructor() {
    super('YOU_CANNOT_IMPERSONATE_ADMINS', 'You cannot impersonate admins', 403);
  }
}

/** docs/IDENTITY.md#administration */
export class NoSuchRole extends DomainError {
  constructor() {
    super('YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE', 'You are not allowed to set a non-existent role value', 400);
  }
}

/** 400 here; sign-up answers 422. */
export class EmailIsTaken extends DomainError {
  constructor() {
    super('USER_ALREADY_EXISTS', 'User already exists', 400);
  }
}

export class UserNotFound extends DomainError {
  constructor() {
    super('USER_NOT_FOUND', 'User not found', 404);
  }
}
