import type { Position } from './event-store.ts';

export type Scalar = string | number | boolean | null;

/** A read model's document: plain JSON with an id. */
export interface Document {
  id: string;
}

export interface Collection {
  /** `{name}_v{version}` */
  name: string;
  /** Compound indexes, each a list of top-level fields; `id` is appended to each. Only fields named here or in `fields` may be queried. */
  indexes: readonly (readonly string[])[];
  /** Further fields that may be filtered by walking an index. */
  fields?: readonly string[];
}

export type Where =
  | { eq: [field: string, value: Scalar] }
  | { in: [field: string, values: readonly Scalar[]] }
  | { lt: [field: string, value: string | number] }
  | { lte: [field: string, value: string | number] }
  | { gt: [field: string, value: string | number] }
  | { gte: [field: string, value: string | number] }
  /** Substring of a field's text, compared by code point: fields to be searched are lower-cased copies. */
  | { contains: [field: string, text: string] }
  /** A list field has this element. */
  | { has: [field: string, value: string] }
  /** Present and not null, or the contrary. */
  | { exists: [field: string, present: boolean] }
  | { and: readonly Where[] }
  | { or: readonly Where[] };

export interface Sort {
  field: string;
  direction: 'asc' | 'desc';
}

export interface Find {
  where?: Where;
  /** Nulls first, text by code point; the id follows in the first key's direction. */
  sort?: readonly Sort[];
  skip?: number;
  limit: number;
  /** Nobody asks for the total: it is not counted, and answered as 0. */
  uncounted?: boolean;
}

export interface Stored<D extends Document = Document> {
  document: D;
  /** Of the last event folded into it. */
  position: Position;
}

/** What `load` finds: a document, or the tombstone of one that was there. */
export interface Loaded<D extends Document = Document> {
  document?: D;
  position: Position;
}

export interface Write {
  collection: Collection;
  id: string;
  /** Position the document had when loaded; undefined where there was none. The write happens only if that is still so. */
  seen: Position | undefined;
  position: Position;
  /** undefined leaves a hidden tombstone. */
  document: Document | undefined;
}

export interface Checkpoint {
  position: Position;
  /** Of the event there, so that a log that was put back is noticed. */
  eventId: string;
  /** Machine time of the last sign of life. */
  heartbeat: string;
  /** Projections that share this checkpoint. */
  members?: readonly string[];
}

/** Read models and their checkpoints; may be dropped at any time. */
export interface DocumentStore {
  /** Makes the collection and its indexes if they are not there. */
  ensure(collection: Collection): Promise<void>;
  load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>>;
  /**
   * Writes what still is as it was loaded, and answers the ids (`collection/id`) of what had moved and was left.
   * The checkpoint is moved last, and only if nothing had moved.
   */
  save(writes: readonly Write[], checkpoint?: { name: string; value: Checkpoint }): Promise<string[]>;
  find<D extends Document>(collection: Collection, query: Find): Promise<{ items: D[]; total: number }>;
  /** Every live document, in the order of ids. */
  each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>>;
  checkpoint(name: string): Promise<Checkpoint | undefined>;
  /** Compare-and-set on position: true if it was at `from` (undefined: absent) and now is `value`; undefined deletes it. */
  moveCheckpoint(name: string, from: Position | undefined, value: Checkpoint | undefined): Promise<boolean>;
  drop(collection: Collection): Promise<void>;
  /** Removes tombstones at or before a position. */
  sweep(collection: Collection, upTo: Position): Promise<void>;
  /** Where it keeps files itself: leaves nothing in them of what was overwritten or removed until now. */
  scrub?(): Promise<void>;
}
