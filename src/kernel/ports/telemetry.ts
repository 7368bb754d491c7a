import type { EventMetadata } from './event-store.ts';

/** Types, codes, numbers and ids: never personal data, secrets, or texts of clients and other servers. */
export type Attributes = Readonly<Record<string, string | number>>;

/** Identifies an append: the same for each of its events, whoever reads them later. */
export interface AppendedEvent {
  stream: string;
  metadata: Pick<EventMetadata, 'commandId' | 'correlationId'>;
}

/** Something that takes time: a span of a trace, and a duration in the metric of its kind. */
export interface Operation {
  kind: OperationKind;
  /** Of its span, with few different values, such as `command ConfirmCheckout`. */
  name: string;
  /** Attributes with few different values, for the span and the metric. */
  labels?: Attributes;
  /** Further attributes, only for the span, such as ids. */
  details?: Attributes;
  /** How many events it appends or folds. */
  events?: number;
  /** The trace that it is part of; by default that of the operation that is running, or else a new one. */
  place?: Place;
  /** The `traceparent` header of a caller (W3C Trace Context): the span is linked to theirs. */
  caller?: string;
}

export type OperationKind = 'request' | 'command' | 'append' | 'projection' | 'step' | 'work' | 'delivery' | 'call';

/** The id of a trace comes from the correlation id, so that all processes agree on it at any time, without a context that is passed on. */
export type Place =
  /** In the trace of this correlation id, if no operation is running. */
  | { correlationId: string }
  /** It is the append of these events. */
  | { appends: AppendedEvent }
  /** It follows from events, maybe much later: below the append of the first, and linked to those of the others. Asked for only if measured. */
  | { after: readonly AppendedEvent[] | (() => Promise<readonly AppendedEvent[]>) }
  /** In a new trace, whatever is running. */
  | 'new';

/** Adds what is known only later; an `error.type` marks the operation as failed. */
export type Note = (labels: Attributes, details?: Attributes) => void;

/** Traces and metrics of what the program does. Never fails, and never delays what it measures. */
export interface Telemetry {
  /**
   * What the task throws is thrown on; its code or class becomes the `error.type`. Operations that begin in the task are part of this one.
   */
  measure<T>(operation: Operation, task: (note: Note) => Promise<T>): Promise<T>;
}

const nothing: Note = () => undefined;

/** Measures nothing. */
export const noTelemetry: Telemetry = {
  measure: (_, task) => task(nothing),
};
