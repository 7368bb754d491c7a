import { DomainError, isRefusal, WrongExpectedRevision } from '../../kernel/errors.ts';
import type { Attributes, Note, Operation } from '../../kernel/ports/telemetry.ts';

/** What is known of one operation. */
export class Outcome {
  /** As `performance.now()`. */
  readonly begunAt = performance.now();
  readonly labels: Record<string, string | number>;
  private readonly details: Record<string, string | number>;
  private isExpected = false;

  constructor({ labels, details, events }: Operation) {
    this.labels = { ...labels };
    this.details = { ...details, ...(events !== undefined && { 'tillbook.events': events }) };
  }

  readonly note: Note = (labels, details) => {
    Object.assign(this.labels, labels);
    Object.assign(this.details, details);
  };

  /** By its code or class alone: a message may quote anything. */
  fail(error: unknown): void {
    // After a conflict, a command appends again.
    this.isExpected = isRefusal(error) || error instanceof WrongExpectedRevision;
    this.labels['error.type'] = typeOf(error);
  }

  /** What the rules refuse is not a failure of the program. */
  get isFailure(): boolean {
    return 'error.type' in this.labels && !this.isExpected;
  }

  get attributes(): Attributes {
    return { ...this.labels, ...this.details };
  }
}

function typeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  const { code, name = typeof error } = (error ?? {}) as { code?: unknown; name?: string };
  return typeof code === 'string' ? code : name;
}
