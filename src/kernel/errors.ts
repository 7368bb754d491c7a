import type { StoredEvent } from './ports/event-store.ts';

/**
 * A request that the rules refuse. `code` is stable and machine-readable; each contract's error filter maps it to its own wire form.
 * `status` is its HTTP status. Texts never hold personal data or secrets.
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

/** How many refused fields are told. */
export const MOST_FIELDS = 50;
/** Of a key of the caller's, in characters. */
const LONGEST_KEY = 100;

/** Input that is well-formed JSON but invalid: answers 422 with the refused fields, of many the first. */
export class InvalidInput extends DomainError {
  readonly fields: readonly FieldError[];

  constructor(refused: readonly FieldError[]) {
    const fields = refused.slice(0, MOST_FIELDS).map(({ loc, ...field }) => ({ loc: loc.map(shortened), ...field }));
    super('RequestValidationError', fields.map((field) => `${field.loc.join('.')}: ${field.msg}`).join('; '), 422);
    this.fields = fields;
  }

  static at(path: string, msg: string, type = 'value_error'): InvalidInput {
    return new InvalidInput([{ loc: path.split('.'), msg, type }]);
  }
}

function shortened(key: string | number): string | number {
  return typeof key === 'string' && key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
}

export class NotFound extends DomainError {
  constructor(message = 'Not found') {
    super('ResourceNotFound', message, 404);
  }
}

/** Only the process that leads some work can do it. */
export class NotLeading extends DomainError {
  constructor(message = 'Another process builds these read models by now: run the command there') {
    super('NotLeading', message, 409);
  }
}

/** Other writers came first at every attempt; the caller may retry. */
export class ConcurrencyConflict extends DomainError {
  constructor(readonly stream: string) {
    super('Conflict', 'Another request changed this first; try again', 409);
  }
}

/** The caller did something too often, or too much of it at once; the request may be repeated `retryAfter` seconds later. */
export class TooManyRequests extends DomainError {
  constructor(
    message: string,
    readonly retryAfter: number,
  ) {
    super('TooManyRequests', message, 429);
  }
}

/** One object was edited as often as a day allows. */
export class TooManyEdits extends TooManyRequests {
  constructor(perDay: number, retryAfter: number) {
    super(`This can be changed ${perDay} times a day; try again later`, retryAfter);
  }
}

/** A server that this one depends on is unavailable: the request may have been done, and may be retried shortly. */
export class ServiceUnavailable extends DomainError {
  /** @param state what is wrong with the service, such as `is unavailable` */
  constructor(
    service: string,
    state = 'does not answer',
    override readonly cause?: unknown,
  ) {
    super('ServiceUnavailable', `${service} ${state}; try again shortly`, 503);
  }
}

/** The program does not start or may not go on, or a command does not run: the message tells the operator what to do. */
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

/** An append that the store cannot take: over its size limits, or with an invalid name or id. The message for callers does not mention events and streams. */
export class AppendRefused extends DomainError {
  constructor(
    /** For operators and logs. */
    readonly reason: string,
    /** The limit that it exceeds, such as `65536 bytes`. */
    most?: string,
  ) {
    const excess = most === undefined ? '' : ', because it has more than ' + most;
    super('CANNOT_BE_STORED', `This cannot be stored${excess}: shorten its texts, or send less at once`, 422);
  }
}

/** Identifies an event without its data. */
export type EventReference = Pick<StoredEvent, 'id' | 'type' | 'stream' | 'revision' | 'position'>;

/** A stored event that this release cannot read. It stops every reader that handles it, until an operator skips it. */
export class UnreadableEvent extends Error {
  constructor(
    readonly event: EventReference,
    readonly reason: string,
  ) {
    super(`${event.type} ${event.stream}@${event.revision} (${event.id}) cannot be read: ${reason}`);
    this.name = 'UnreadableEvent';
  }
}

/** A stream holds an event that cannot be read: its entity can be neither shown nor changed until an operator skips the event. */
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

/** Whether the rules refused, so that retrying is useless. Other errors may be temporary. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && !(error instanceof ConcurrencyConflict) && error.status < 500;
}

/** Whether certainly nothing was done, so that preparations can be undone; not if a server was unavailable. */
export function isUndone(error: unknown): error is DomainError {
  return error instanceof DomainError && error.status < 500;
}
