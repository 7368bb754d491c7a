/**
 * A request that the rules refuse. `code` is stable and machine-readable; each contract's error filter maps it to its own wire form.
 * `status` is the HTTP status it answers with. Texts never hold personal data or secrets.
 */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number = 400,
  ) {
    super(message);
    this.name = code;
  }
}

/** One refused field: `loc` is its path from `body`, `query` or `path` (BILLING_FACTS §1, 422 body). */
export interface FieldError {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** Input that is well-formed JSON and yet can't be taken: answers 422 with every refused field together. */
export class InvalidInput extends DomainError {
  constructor(readonly fields: FieldError[]) {
    super('RequestValidationError', fields.map((field) => `${field.loc.join('.')}: ${field.msg}`).join('; '), 422);
  }

  static at(path: string, msg: string, type = 'value_error'): InvalidInput {
    return new InvalidInput([{ loc: path.split('.'), msg, type }]);
  }
}

export class NotFound extends DomainError {
  constructor(message = 'Not found') {
    super('ResourceNotFound', message, 404);
  }
}

/** Somebody else's write came first, again and again; the caller may simply try again. */
export class ConcurrencyConflict extends DomainError {
  constructor(stream: string) {
    super('Conflict', `${stream} changed while this request was decided; try again`, 409);
  }
}

/** A server that this one depends on does not answer: what was asked of it may have been done, and may be asked again shortly. */
export class ServiceUnavailable extends DomainError {
  constructor(service: string) {
    super('ServiceUnavailable', `${service} does not answer; try again shortly`, 503);
  }
}

/** An append whose expected revision was not the stream's. */
export class WrongExpectedRevision extends Error {
  constructor(stream: string, expected: number | 'none') {
    super(`${stream} is not at revision ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

/** An append that the store can't take: over its size limits, or a name or id it refuses. */
export class AppendRefused extends DomainError {
  constructor(message: string) {
    super('AppendRefused', message, 422);
  }
}

/** Stored data that this release can't read: an unknown type or version, or a subject key that is missing. Stops the reader. */
export class UnreadableEvent extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableEvent';
  }
}

/** The rules said no: trying again says no again. Anything else may go well another time. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && !(error instanceof ConcurrencyConflict) && error.status < 500;
}

/** Surely nothing was done, so what was prepared for it can go; not so where a server did not answer. */
export function isUndone(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status < 500;
}
