import type { StoredEvent } from './ports/event-store.ts';

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

/** One refused field: `loc` is its path from `body`, `query` or `path` (docs/BILLING.md#errors). */
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
  constructor(readonly stream: string) {
    super('Conflict', 'Another request changed this first; try again', 409);
  }
}

/** A server that this one depends on does not answer: what was asked of it may have been done, and may be asked again shortly. */
export class ServiceUnavailable extends DomainError {
  /** @param state what is wrong with the service */
  constructor(
    service: string,
    state = 'does not answer',
    override readonly cause?: unknown,
  ) {
    super('ServiceUnavailable', `${service} ${state}; try again shortly`, 503);
  }
}

/** Why the program does not start, or a command does not run: one line for the operator that says what to do about it. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** An append whose expected revision was not the stream's. */
export class WrongExpectedRevision extends Error {
  constructor(stream: string, expected: number | 'none') {
    super(`${stream} is not at revision ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

/** An append that the store can't take: over its size limits, or a name or id it refuses. Callers are not told of events and streams. */
export class AppendRefused extends DomainError {
  constructor(
    /** For operators and logs. */
    readonly reason: string,
  ) {
    super('CANNOT_BE_STORED', 'This cannot be stored: shorten its texts, or send less at once', 422);
  }
}

/** Which event, without what it says. */
export type EventReference = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>;

/** A stored event that this release cannot read. It stops whichever reader handles it, until an operator skips it. */
export class UnreadableEvent extends Error {
  constructor(
    readonly event: EventReference,
    readonly reason: string,
  ) {
    super(`${event.type} ${event.stream}@${event.revision} (${event.id}) cannot be read: ${reason}`);
    this.name = 'UnreadableEvent';
  }
}

/** Something whose stream holds an event that cannot be read: it can be neither shown nor changed until an operator has acted. */
export class HistoryUnreadable extends DomainError {
  constructor(cause: UnreadableEvent) {
    super(
      'ServiceUnavailable',
      `Part of this history cannot be read (event ${cause.event.id}); the operator has to repair it`,
      503,
    );
    this.cause = cause;
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
