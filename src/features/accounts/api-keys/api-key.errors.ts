import { DomainError } from '../../../kernel/errors.ts';

/** The identity contract's literal texts, whose capitals are the codes (docs/IDENTITY.md#api-keys). */
export class NoSessionForApiKeys extends DomainError {
  constructor() {
    super('UNAUTHORIZED_OR_INVALID_SESSION', 'Unauthorized or invalid session', 401);
  }
}

export class ServerOnlyProperty extends DomainError {
  constructor() {
    super(
      'THE_PROPERTY_YOURE_TRYING_TO_SET_CAN_ONLY_BE_SET_FROM_THE_SERVER_AUTH_INSTANCE_ONLY',
      "The property you're trying to set can only be set from the server auth instance only.",
      400,
    );
  }
}

export class InvalidMetadata extends DomainError {
  constructor() {
    super('METADATA_MUST_BE_AN_OBJECT_OR_UNDEFINED', 'metadata must be an object or undefined', 400);
  }
}

export class RefillIncomplete extends DomainError {
  constructor(missing: 'refillAmount' | 'refillInterval', given: string) {
    super(
      `${missing.toUpperCase()}_IS_REQUIRED_WHEN_${given.toUpperCase()}_IS_PROVIDED`,
      `${missing} is required when ${given} is provided`,
      400,
    );
  }
}

export class ExpiresTooSoon extends DomainError {
  constructor() {
    super(
      'THE_EXPIRESIN_IS_SMALLER_THAN_THE_PREDEFINED_MINIMUM_VALUE',
      'The expiresIn is smaller than the predefined minimum value.',
      400,
    );
  }
}

export class ExpiresTooLate extends DomainError {
  constructor() {
    super(
      'THE_EXPIRESIN_IS_LARGER_THAN_THE_PREDEFINED_MAXIMUM_VALUE',
      'The expiresIn is larger than the predefined maximum value.',
      400,
    );
  }
}

export class InvalidPrefixLength extends DomainError {
  constructor() {
    super(
      'THE_PREFIX_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL',
      'The prefix length is either too large or too small.',
      400,
    );
  }
}

export class InvalidNameLength extends DomainError {
  constructor() {
    super('THE_NAME_LENGTH_IS_EITHER_TOO_LARGE_OR_TOO_SMALL', 'The name length is either too large or too small.', 400);
  }
}

export class NoValuesToUpdate extends DomainError {
  constructor() {
    super('NO_VALUES_TO_UPDATE', 'No values to update.', 400);
  }
}

export class ApiKeyNotFound extends DomainError {
  constructor() {
    super('API_KEY_NOT_FOUND', 'API Key not found', 404);
  }
}

/** Our own code: the contract has no keys of organizations. */
export class MayNotManageApiKeys extends DomainError {
  constructor() {
    super(
      'YOU_ARE_NOT_ALLOWED_TO_MANAGE_API_KEYS_OF_THIS_ORGANIZATION',
      'You are not allowed to manage API keys of this organization',
      403,
    );
  }
}

const REFUSALS = {
  KEY_NOT_FOUND: 'API Key not found',
  INVALID_API_KEY: 'Invalid API key.',
  KEY_DISABLED: 'API Key is disabled',
  KEY_EXPIRED: 'API Key has expired',
  USAGE_EXCEEDED: 'API Key has reached its usage limit',
  RATE_LIMITED: 'Rate limit exceeded.',
  USER_IS_BANNED: 'User is banned',
  THE_USER_ID_FROM_THE_API_KEY_IS_INVALID: 'The user id from the API key is invalid.',
} as const;
export type RefusalCode = keyof typeof REFUSALS;

/** A key that does not work, or not now. */
export class ApiKeyRefused extends DomainError {
  constructor(
    override readonly code: RefusalCode,
    status = 401,
    /** Milliseconds until the rate limit allows the next use. */
    readonly tryAgainIn?: number,
  ) {
    super(code, REFUSALS[code], status);
  }
}
