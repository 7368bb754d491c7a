import { isDeepStrictEqual } from 'node:util';
import type { Collection, Document, Find, Found, Loaded, Where, Write } from '../ports/document-store.ts';
import type { DomainEvent, Recorded, SubjectEvent } from '../writing/events.ts';
import { idOf, type Position } from '../ports/event-store.ts';
import { collectionOf, isRelevant, type AnyProjection, type Targets } from './projection.ts';

/** How many of the documents with an indexed value are loaded, folded and saved at a time. */
const PAGE = 500;

/** What is needed of a DocumentStore. */
export interface FoldStore {
  load(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded>>;
  find(collection: Collection, query: Find): Promise<Found>;
  save(writes: readonly Write[]): Promise<string[]>;
}

interface Working {
  seen: Position | undefined;
  position: Position | undefined;
  document: Document | undefined;
  /** Events that are still to be folded, all of which only add. */
  added: Recorded[];
}

interface Relevant {
  event: Recorded;
  targets: Targets;
}

type ByValue = Exclude<Targets, readonly string[]>;

/**
 * The writes by which one projection takes in a batch: each touched document loaded once, folded in log order, skipping what it has seen.
 * Documents found by an indexed value are saved here, in pages, each with the whole batch folded into it; those that the batch also names
 * are among the writes.
 * @param only ids to fold again, after somebody else moved them
 */
export async function foldBatch(
  projection: AnyProjection,
  events: readonly Recorded[],
  documents: FoldStore,
  only?: ReadonlySet<string>,
): Promise<Write[]> {
  const relevant = events
    .filter((event) => isRelevant(projection, event.type))
    .map((event) => ({ event, targets: targetsOf(projection, event) }));
  if (only) return fold(projection, relevant, documents, only);
  const named = new Set<string>();
  const fresh = new Set<string>();
  for (const { event, targets } of relevant)
    for (const id of isList(targets) ? targets : []) {
      if (!named.has(id) && isCreation(projection, event, id)) fresh.add(id);
      named.add(id);
    }
  for (const { targets } of relevant)
    if (!isList(targets)) await foldMatching(projection, relevant, documents, targets, named);
  return fold(projection, relevant, documents, named, fresh);
}

/**
 * Whether an event makes a document out of nothing that is named after itself, or after the stream that it begins: then the document is not
 * looked up. If it does exist, because the batch is folded again, inserting it fails, and it is folded again from what is stored.
 */
function isCreation(projection: AnyProjection, event: Recorded, id: string): boolean {
  const isNamedAfter = id === event.id || (event.revision === 0 && id.endsWith(idOf(event.stream)));
  return isNamedAfter && projection.evolve(undefined, event, id) !== undefined;
}

/** Saves page by page; correct wherever it is cut off, because each document carries its own position. */
async function foldMatching(
  projection: AnyProjection,
  relevant: readonly Relevant[],
  documents: FoldStore,
  { field, value }: ByValue,
  named: ReadonlySet<string>,
): Promise<void> {
  const collection = collectionOf(projection);
  const matching: Where = field === 'subjects' ? { has: [field, value] } : { eq: [field, value] };
  for (let after = ''; ;) {
    const where: Where = { and: [matching, { gt: ['id', after] }] };
    const { items } = await documents.find(collection, {
      where,
      sort: [{ field: 'id', direction: 'asc' }],
      limit: PAGE,
    });
    let ids = items.map(({ id }) => id).filter((id) => !named.has(id));
    while (ids.length > 0) {
      const moved = await documents.save(await fold(projection, relevant, documents, new Set(ids)));
      ids = moved.map((key) => key.slice(collection.name.length + 1));
    }
    if (items.length < PAGE) return;
    after = items.at(-1)!.id;
  }
}

/** @param fresh those of the ids whose documents do not exist yet */
async function fold(
  projection: AnyProjection,
  relevant: readonly Relevant[],
  documents: FoldStore,
  ids: ReadonlySet<string>,
  fresh: ReadonlySet<string> = new Set(),
): Promise<Write[]> {
  const collection = collectionOf(projection);
  const known = [...ids].filter((id) => !fresh.has(id));
  const loaded = known.length > 0 ? await documents.load(collection, known) : new Map<string, Loaded>();
  const working = new Map([...ids].map((id) => [id, workingOf(loaded.get(id))]));
  for (const { event, targets } of relevant) {
    if (!isList(targets)) addAll(projection, working);
    for (const id of isList(targets) ? targets : havingValue(working, targets)) {
      const entry = working.get(id);
      if (entry) take(projection, id, entry, event);
    }
  }
  addAll(projection, working);
  return [...working]
    .filter(([, entry]) => entry.position !== entry.seen)
    .map(([id, entry]) => ({ collection, id, seen: entry.seen, position: entry.position!, document: entry.document }));
}

function take(projection: AnyProjection, id: string, entry: Working, event: Recorded): void {
  if (entry.position !== undefined && entry.position >= event.position) return;
  if (projection.adding?.types.includes(event.type)) entry.added.push(event);
  else {
    add(projection, id, entry);
    apply(projection, id, entry, event);
  }
}

function addAll(projection: AnyProjection, working: ReadonlyMap<string, Working>): void {
  for (const [id, entry] of working) add(projection, id, entry);
}

/** Folds the events that only add. */
function add(projection: AnyProjection, id: string, entry: Working): void {
  const last = entry.added.at(-1);
  if (last) moveTo(last.position, entry, projection.adding!.evolve(entry.document, entry.added, id));
  entry.added = [];
}

/**
 * An event that leaves a document as it was does not move its position, so that nothing is written. Folding that event again finds the same
 * document, or one that a later event has changed, whose position then skips it. Compared event by event, never over a batch: a creation
 * and removal within one batch must leave their tombstone, or a projector that lags behind could put the document back.
 */
function apply(projection: AnyProjection, id: string, entry: Working, event: Recorded): void {
  const after = projection.handles.includes(event.type)
    ? projection.evolve(entry.document, event, id)
    : entry.document && projection.blank!(entry.document, (event as Recorded<SubjectEvent>).data.subject);
  moveTo(event.position, entry, after);
}

function moveTo(position: Position, entry: Working, after: Document | undefined): void {
  if (after === entry.document || isDeepStrictEqual(after, entry.document)) return;
  entry.document = after;
  entry.position = position;
}

function targetsOf(projection: AnyProjection, event: Recorded<DomainEvent>): Targets {
  if (projection.handles.includes(event.type)) return projection.targets(event);
  return { field: 'subjects', value: (event as Recorded<SubjectEvent>).data.subject };
}

function isList(targets: Targets): targets is readonly string[] {
  return Array.isArray(targets);
}

function workingOf(loaded: Loaded | undefined): Working {
  return { seen: loaded?.position, position: loaded?.position, document: loaded?.document, added: [] };
}

/** As the documents are at this point of the batch. */
function havingValue(working: ReadonlyMap<string, Working>, { field, value }: ByValue): string[] {
  return [...working].filter(([, { document }]) => document && hasValue(document, field, value)).map(([id]) => id);
}

function hasValue(document: Document, field: string, value: string): boolean {
  const found: unknown = Reflect.get(document, field);
  return Array.isArray(found) ? found.includes(value) : found === value;
}
