import type { EventMetadata, Position } from '../ports/event-store.ts';

export interface DomainEvent<T extends string = string, D extends object = object> {
  type: T;
  data: D;
}

/** An event read back: opened, upcast, with its place and its envelope. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  metadata: EventMetadata;
};

/** What a field shows once its person is erased: mostly null; a text where the contract demands one. */
type Blank<D> = null | string | Record<string, never> | readonly never[] | ((data: D) => string);

/** Fields about one person, each with what is left of it after erasure. `subject` names the person from fields that stay. */
export interface PersonalFields<D> {
  subject: (data: D) => string;
  fields: { [K in keyof D]?: Blank<D> };
}

interface EventOptions<D> {
  /** Counts up with each new stored form; 1 where it never changed. */
  version?: number;
  /** From the version of the key to the next: pure, one event to one event. */
  upcast?: Record<number, (data: Record<string, unknown>) => Record<string, unknown>>;
  personal?: readonly PersonalFields<D>[];
}

export interface EventDefinition<D extends object = object> {
  version: number;
  upcast: Record<number, (data: Record<string, unknown>) => Record<string, unknown>>;
  personal: readonly PersonalFields<D>[];
  /** Never read: carries the type of the data. */
  data?: D;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a catalogue holds definitions of every data type
export type EventCatalogue = Record<string, EventDefinition<any>>;

export type EventsOf<C extends EventCatalogue> = {
  [T in keyof C & string]: DomainEvent<T, C[T] extends EventDefinition<infer D> ? D : never>;
}[keyof C & string];

/** Defines one event type: the shape of its data, its version, and which of its fields are personal. */
export function event<D extends object>(options: EventOptions<D> = {}): EventDefinition<D> {
  return { version: options.version ?? 1, upcast: options.upcast ?? {}, personal: options.personal ?? [] };
}

/** The event types of a catalogue, for `handles`. */
export function typesOf<C extends EventCatalogue>(catalogue: C): (keyof C & string)[] {
  return Object.keys(catalogue);
}

/** The one event of the kernel's own: a person's key is gone (docs/EVENTS_AND_STREAMS.md#erasing-a-person). Stream `subject-{digest}`. */
export const subjectEvents = {
  SubjectErased: event<{ subject: string }>(),
};
export type SubjectEvent = EventsOf<typeof subjectEvents>;

/** Subjects: who personal fields are about. */
export const subjectOf = {
  user: (userId: string) => `user:${userId}`,
  customer: (customerId: string) => `customer:${customerId}`,
  email: (digest: string) => `email:${digest}`,
};

/** Stands where a contract demands an address of somebody who is erased. */
export function erasedEmail(id: string): string {
  return `erased+${id}@invalid`;
}
