import type { Instant } from './clock.ts';
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
  /** Further fields that may be filtered by scanning an index. */
  fields?: readonly string[];
  /** The lists that are served from it. */
  lists?: Lists;
  /** Names of fields, at any depth, whose keys come from callers, such as `metadata`. */
  maps?: readonly string[];
}

/**
 * All combinations of these filters and sortings are possible: a store answers each of them, at any depth and with its total, without reading
 * documents that are not on the page.
 */
export interface Lists {
  /** Fields that every list compares with one value (or several), such as `organization_id`. */
  scope: readonly string[];
  sortings: readonly string[];
  filters: readonly string[];
  /** Integer fields that a list's totals add up, besides its sortings and filters. */
  sums?: readonly string[];
}

/** The documents with one value in a text field. */
export interface Summed {
  count: number;
  /** By field, exact up to 2⁵³; 0 if no document has a number. */
  sums: Record<string, number>;
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
  | { endsWith: [field: string, text: string] }
  /** A list field contains this element. */
  | { has: [field: string, value: string] }
  /** Present and not null, or the opposite. */
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
  /** Also count all matches, which may scan the whole range; see `CountedFind`. */
  counted?: true;
}

/** A query that also asks for the total. */
export type CountedFind = Find & { counted: true };

export interface Found<D extends Document = Document> {
  items: D[];
}

export interface Counted<D extends Document = Document> extends Found<D> {
  /** Of all pages. */
  total: number;
}

export interface Stored<D extends Document = Document> {
  document: D;
  /** Position of the last event folded into it. */
  position: Position;
}

/** What `load` finds: a document, or the tombstone of a removed one. */
export interface Loaded<D extends Document = Document> {
  document?: D;
  position: Position;
}

export interface Write {
  collection: Collection;
  id: string;
  /** Position of the document when loaded; undefined if it was absent. The write happens only if that is unchanged. */
  seen: Position | undefined;
  position: Position;
  /** undefined leaves a hidden tombstone. */
  document: Document | undefined;
  /** Machine time of a removal, kept with its tombstone. */
  removedAt?: Instant;
}

export interface Checkpoint {
  position: Position;
  /** Id of the event there, to detect a restored log. */
  eventId: string;
  /** Machine time up to which all acknowledged events have been folded. */
  caughtUpAt: Instant;
  /** Projections that share this checkpoint. */
  members?: readonly string[];
  /** All projections of the release whose projector saved it, also those that are behind. */
  collections?: readonly string[];
  /** The release whose projector saved it; see `releaseOf`. */
  release?: string;
  /** Who alone may change it: every claim has a name of its own, so that what was sent before it changes nothing any more. */
  leader?: string;
  /** That leader has stopped, and nothing that it sent is on its way. */
  isReleased?: boolean;
  /** Of one projection: its documents have to be removed before it is built. */
  startsOver?: boolean;
}

/** What identifies a state of a checkpoint. */
export type CheckpointPlace = Pick<Checkpoint, 'position' | 'leader'>;

/** Whether a checkpoint is in the state from which `moveCheckpoint` moves it. */
export function isAt(stored: CheckpointPlace | undefined, from: CheckpointPlace | undefined): boolean {
  return stored?.position === from?.position && stored?.leader === from?.leader;
}

/** Whether `save` replaces a checkpoint: neither back nor over that of another leader, nor where a leader's was deleted. */
export function isReplacedBy(stored: CheckpointPlace | undefined, value: CheckpointPlace): boolean {
  if (!stored) return value.leader === undefined;
  return stored.leader === value.leader && stored.position <= value.position;
}

/** Read models and their checkpoints; may be dropped at any time. */
export interface DocumentStore {
  /**
   * Creates the collection and its indexes if they do not exist.
   * @param options `toFill`: leaves out indexes of several fields for now, which are built much faster once the documents are there
   */
  ensure(collection: Collection, options?: { toFill?: boolean }): Promise<void>;
  load<D extends Document>(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded<D>>>;
  /**
   * Writes the documents that are unchanged since they were loaded. The checkpoint is saved last, and only if all were unchanged. It never moves
   * back, nor replaces or restores one of another leader, because a process that was frozen, and no longer leads, may save late.
   * @returns ids (`collection/id`) of documents that were changed and are not written
   */
  save(writes: readonly Write[], checkpoint?: { name: string; value: Checkpoint }): Promise<string[]>;
  find<D extends Document>(collection: Collection, query: CountedFind): Promise<Counted<D>>;
  find<D extends Document>(collection: Collection, query: Find): Promise<Found<D>>;
  /** As `find`, but only ids. */
  ids(collection: Collection, query: Find): Promise<string[]>;
  /** The number of documents per text of a field. */
  countBy(collection: Collection, where: Where, field: string): Promise<Map<string, number>>;
  /** For each value of a text field with few values, such as `currency`: the number of documents and the sums of their integer fields. */
  sumBy(collection: Collection, where: Where, field: string, integers: readonly string[]): Promise<Map<string, Summed>>;
  /** Every live document, in the order of ids. */
  each<D extends Document>(collection: Collection): AsyncIterable<Stored<D>>;
  checkpoint(name: string): Promise<Checkpoint | undefined>;
  /** Compare-and-set on position and leader: true if they were those of `from` (undefined: absent) and it is `value` now; undefined deletes it. */
  moveCheckpoint(name: string, from: CheckpointPlace | undefined, value: Checkpoint | undefined): Promise<boolean>;
  drop(collection: Collection): Promise<void>;
  /** Deletes tombstones of documents that were removed before an instant of machine time. */
  sweep(collection: Collection, before: Instant): Promise<void>;
  /** If it has files of its own: purges overwritten and removed data from them. */
  scrub?(): Promise<void>;
}

/** Whether a collection has an index already while it is filled: one of a single field, by which a projection finds what an event changes. */
export function isForFilling(fields: readonly string[]): boolean {
  return fields.filter((field) => field !== 'id').length === 1;
}

/** Every index that a collection asks for, each a list of fields. @param toFill only those that it has while it is filled */
export function declaredIndexes({ indexes, lists }: Collection, toFill = false): string[][] {
  const all = toFill
    ? indexes.filter(isForFilling)
    : [...indexes, ...(lists?.sortings ?? []).map((sorting) => [...lists!.scope, sorting])];
  return [...new Map(all.map((fields) => [fields.join(), [...fields]])).values()];
}
