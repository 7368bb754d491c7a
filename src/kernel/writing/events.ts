import type { EventMetadata, Position } from '../ports/event-store.ts';

export interface DomainEvent<T extends string = string, D extends object = object> {
  type: T;
  data: D;
}

/** An event that was read: opened, upcast, with its position and envelope. */
export type Recorded<E extends DomainEvent = DomainEvent> = E & {
  id: string;
  stream: string;
  revision: number;
  position: Position;
  metadata: EventMetadata;
};

/** The value of a field once its person is erased: mostly null, or a text if the contract requires one. */
type Blank<D> = null | string | Record<string, never> | readonly never[] | ((data: D) => string);

/** Fields about one person, each with its value after erasure. `subject` identifies the person from fields that stay. */
export interface PersonalFields<D> {
  subject: (data: D) => string;
  fields: { [K in keyof D]?: Blank<D> };
}

type EntryOf<L> = L extends readonly (infer T)[] ? T : never;

/** Lists of which each entry has fields about a person of its own, by the field that holds the list. */
export type PersonalEntries<D> = { readonly [K in keyof D]?: PersonalFields<EntryOf<D[K]>> };

interface EventOptions<D> {
  /** Incremented with each new stored form, from 1. */
  version?: number;
  /** From the version of the key to the next: pure, one event to one event. */
  upcast?: Record<number, (data: Record<string, unknown>) => Record<string, unknown>>;
  personal?: readonly PersonalFields<D>[];
  personalEntries?: PersonalEntries<D>;
  /** A step or a record of the program itself, which an organization's log shows on demand. */
  internal?: true;
}

export interface EventDefinition<D extends object = object> {
  version: number;
  upcast: Record<number, (data: Record<string, unknown>) => Record<string, unknown>>;
  personal: readonly PersonalFields<D>[];
  personalEntries: PersonalEntries<D>;
  internal: boolean;
  /** Never read: carries the type of the data. */
  data?: D;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a catalogue holds definitions of every data type
export type EventCatalogue = Record<string, EventDefinition<any>>;

export type EventsOf<C extends EventCatalogue> = {
  [T in keyof C & string]: DomainEvent<T, C[T] extends EventDefinition<infer D> ? D : never>;
}[keyof C & string];

/** Defines an event type: the shape of its data, its version, and its personal fields. */
export function event<D extends object>(options: EventOptions<D> = {}): EventDefinition<D> {
  const { version = 1, upcast = {}, personal = [], personalEntries = {}, internal = false } = options;
  return { version, upcast, personal, personalEntries, internal };
}

/** The top-level fields of its data that hold something personal. */
export function personalFieldsOf<D extends object>({ personal, personalEntries }: EventDefinition<D>): string[] {
  return [...personal.flatMap(({ fields }) => Object.keys(fields)), ...Object.keys(personalEntries)];
}

/** The event types of a catalogue, for `handles`. */
export function typesOf<C extends EventCatalogue>(catalogue: C): (keyof C & string)[] {
  return Object.keys(catalogue);
}

/** The kernel's only own event: a person's key is erased (docs/EVENTS_AND_STREAMS.md#erasing-a-person). Stream `subject-{digest}`. */
export const subjectEvents = {
  SubjectErased: event<{ subject: string }>(),
};
export type SubjectEvent = EventsOf<typeof subjectEvents>;

/** Subjects: the people that personal fields are about. */
export const subjectOf = {
  user: (userId: string) => `user:${userId}`,
  customer: (customerId: string) => `customer:${customerId}`,
  email: (digest: string) => `email:${digest}`,
  /** Whoever a seller reports usage of before they are a customer. `owner`: digest of their external id. */
  measured: (owner: string) => `measured:${owner}`,
  /** No person: what an organization must keep about its customers, although they are erased. Never erased itself. */
  retention: (organizationId: string) => `retention:${organizationId}`,
};

/** The address of an erased person, if a contract requires one. */
export function erasedEmail(id: string): string {
  return `erased+${id}@invalid`;
}
