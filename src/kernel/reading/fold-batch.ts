import { isDeepStrictEqual } from 'node:util';
import { LongWork } from '../coordination/long-work.ts';
import type { Collection, Document, Find, Found, Loaded, Where, Write } from '../ports/document-store.ts';
import type { DomainEvent, Recorded, SubjectEvent } from '../writing/events.ts';
import { idOf, type Position } from '../ports/event-store.ts';
import {
  collectionOf,
  isList,
  isRelevant,
  type Adding,
  type Addition,
  type AnyProjection,
  type Targets,
} from './projection.ts';

/** How many documents are loaded, folded and saved at a time. */
const PAGE = 500;
/** No id has a greater character. */
const AFTER_ALL = '\uffff';

/** What is needed of a DocumentStore. */
export interface FoldStore {
  load(collection: Collection, ids: readonly string[]): Promise<Map<string, Loaded>>;
  find(collection: Collection, query: Find): Promise<Found>;
  save(writes: readonly Write[]): Promise<string[]>;
}

interface Folding {
  projection: AnyProjection;
  documents: FoldStore;
  work: LongWork;
}

interface Working {
  seen: Position | undefined;
  position: Position | undefined;
  document: Document | undefined;
}

/** An event and the documents that it changes, or several in a row and what they add. */
type Step = { event: Recorded; targets: Targets } | { added: readonly Recorded[]; additions: Additions };

type Additions = ReadonlyMap<string, Addition<Document>>;

type Matching = Exclude<Targets, readonly string[]>;

/** Steps in a row that name about a page of documents together. */
interface Run {
  steps: readonly Step[];
  named: ReadonlySet<string>;
  /** Those of the named documents that do not exist yet. */
  fresh: ReadonlySet<string>;
  isLast: boolean;
}

/**
 * The writes by which one projection takes in a batch: each touched document loaded, folded in log order, skipping what it has seen.
 * However many documents a batch changes, a page of them is held at a time: those that are found by an indexed value or a prefix are saved here, and so
 * are the runs of named ones before the last, whose writes are returned. It is correct wherever it is cut off, because each document carries its own
 * position.
 * @param work shared with other folds, so that requests need not wait for all that they have to do
 * @param only ids to fold again, after somebody else moved them
 */
export async function foldBatch(
  projection: AnyProjection,
  events: readonly Recorded[],
  documents: FoldStore,
  work: LongWork,
  only?: ReadonlySet<string>,
): Promise<Write[]> {
  const relevant = events.filter((event) => isRelevant(projection, event.type));
  const folding: Folding = { projection, documents, work };
  if (only) return fold(folding, stepsOf(projection, relevant), only);
  for await (const run of runsOf(folding, relevant)) {
    for (const step of run.steps)
      if ('event' in step && !isList(step.targets)) await foldMatching(folding, run, step.targets);
    for (const page of pagesOf(run.named)) {
      const writes = await fold(folding, run.steps, page.ids, run.fresh);
      if (run.isLast && page.isLast) return writes;
      await save(folding, run.steps, writes);
    }
  }
  return [];
}

/** One step may name any number. */
function* pagesOf(named: ReadonlySet<string>): Iterable<{ ids: ReadonlySet<string>; isLast: boolean }> {
  const all = [...named];
  for (let from = 0; from < all.length; from += PAGE)
    yield { ids: new Set(all.slice(from, from + PAGE)), isLast: from + PAGE >= all.length };
}

async function* runsOf({ projection, work }: Folding, events: readonly Recorded[]): AsyncIterable<Run> {
  let steps: Step[] = [];
  let named = new Set<string>();
  let fresh = new Set<string>();
  for (const step of stepsOf(projection, events)) {
    if (work.isLong()) await work.nextTurn();
    if (named.size >= PAGE) {
      yield { steps, named, fresh, isLast: false };
      [steps, named, fresh] = [[], new Set(), new Set()];
    }
    steps.push(step);
    for (const id of idsIn(step)) {
      if (!named.has(id) && 'event' in step && isCreation(projection, step.event, id)) fresh.add(id);
      named.add(id);
    }
  }
  yield { steps, named, fresh, isLast: true };
}

/** Events that only add are taken together, twice as many each time, as long as they add to few documents. */
function* stepsOf(projection: AnyProjection, events: readonly Recorded[]): Iterable<Step> {
  const { adding } = projection;
  for (let from = 0, together = 1; from < events.length;) {
    const added = adding ? rowOf(adding, events.slice(from, from + together)) : [];
    if (added.length > 0) {
      const additions = adding!.additions(added) as Additions;
      yield { added, additions };
      from += added.length;
      together = additions.size < PAGE ? together * 2 : Math.ceil(together / 2);
    } else {
      const event = events[from++]!;
      yield { event, targets: targetsOf(projection, event) };
    }
  }
}

/** The first events that only add. */
function rowOf({ types }: Adding, events: readonly Recorded[]): readonly Recorded[] {
  const other = events.findIndex(({ type }) => !types.includes(type));
  return other < 0 ? events : events.slice(0, other);
}

function idsIn(step: Step): Iterable<string> {
  if ('added' in step) return step.additions.keys();
  return isList(step.targets) ? step.targets : [];
}

/**
 * Whether an event makes a document out of nothing that is named after itself, or after the stream that it begins: then the document is not
 * looked up. If it does exist, because the batch is folded again, inserting it fails, and it is folded again from what is stored.
 */
function isCreation(projection: AnyProjection, event: Recorded, id: string): boolean {
  const isNamedAfter = id === event.id || (event.revision === 0 && id.endsWith(idOf(event.stream)));
  return isNamedAfter && projection.evolve(undefined, event, id) !== undefined;
}

async function foldMatching(folding: Folding, { steps, named }: Run, targets: Matching): Promise<void> {
  const { projection, documents } = folding;
  const matching = conditionOf(targets);
  const first = 'prefix' in targets ? targets.prefix : '';
  // One lower bound, so that an index leads to where the page begins.
  for (let from: Where = { gte: ['id', first] }; ;) {
    const where: Where = { and: [from, matching] };
    const { items } = await documents.find(collectionOf(projection), {
      where,
      sort: [{ field: 'id', direction: 'asc' }],
      limit: PAGE,
    });
    const ids = new Set(items.map(({ id }) => id).filter((id) => !named.has(id)));
    await save(folding, steps, await fold(folding, steps, ids));
    if (items.length < PAGE) return;
    from = { gt: ['id', items.at(-1)!.id] };
  }
}

/** Those that somebody else has moved are folded again. */
async function save(folding: Folding, steps: readonly Step[], writes: readonly Write[]): Promise<void> {
  const { projection, documents } = folding;
  const { name } = collectionOf(projection);
  for (let left = writes; left.length > 0;) {
    const moved = await documents.save(left);
    const ids = new Set(moved.map((key) => key.slice(name.length + 1)));
    left = await fold(folding, steps, ids);
  }
}

/** @param fresh those of the ids whose documents do not exist yet */
async function fold(
  { projection, documents, work }: Folding,
  steps: Iterable<Step>,
  ids: ReadonlySet<string>,
  fresh: ReadonlySet<string> = new Set(),
): Promise<Write[]> {
  if (ids.size === 0) return [];
  const collection = collectionOf(projection);
  const known = [...ids].filter((id) => !fresh.has(id));
  const loaded = known.length > 0 ? await documents.load(collection, known) : new Map<string, Loaded>();
  const working = new Map([...ids].map((id) => [id, workingOf(loaded.get(id))]));
  for (const step of steps) {
    for (const id of touchedBy(step, working)) {
      if (work.isLong()) await work.nextTurn();
      const entry = working.get(id);
      if (!entry) continue;
      if ('added' in step) add(projection.adding!, id, entry, step);
      else apply(projection, id, entry, step.event);
    }
  }
  return [...working]
    .filter(([, entry]) => entry.position !== entry.seen)
    .map(([id, entry]) => ({ collection, id, seen: entry.seen, position: entry.position!, document: entry.document }));
}

function touchedBy(step: Step, working: ReadonlyMap<string, Working>): Iterable<string> {
  if ('added' in step) return working.keys();
  return isList(step.targets) ? step.targets : matchingIn(working, step.targets);
}

function add(
  adding: Adding,
  id: string,
  entry: Working,
  { added, additions }: Extract<Step, { added: unknown }>,
): void {
  const { position } = entry;
  const isNew = position === undefined || position < added[0]!.position;
  // Somebody has folded some of them into this document before.
  const addition = isNew
    ? additions.get(id)
    : adding.additions(added.filter((event) => event.position > position)).get(id);
  if (addition) move(entry, added.at(-1)!.position, addition(entry.document));
}

/**
 * An event that leaves a document as it was does not move its position, so that nothing is written. Folding that event again finds the same
 * document, or one that a later event has changed, whose position then skips it. Compared event by event, never over a batch: a creation
 * and removal within one batch must leave their tombstone, or a projector that lags behind could put the document back.
 */
function apply(projection: AnyProjection, id: string, entry: Working, event: Recorded): void {
  if (entry.position !== undefined && entry.position >= event.position) return;
  const after = projection.handles.includes(event.type)
    ? projection.evolve(entry.document, event, id)
    : entry.document && projection.blank!(entry.document, (event as Recorded<SubjectEvent>).data.subject);
  move(entry, event.position, after);
}

function move(entry: Working, position: Position, after: Document | undefined): void {
  if (after === entry.document || isDeepStrictEqual(after, entry.document)) return;
  entry.document = after;
  entry.position = position;
}

function targetsOf(projection: AnyProjection, event: Recorded<DomainEvent>): Targets {
  if (projection.handles.includes(event.type)) return projection.targets(event);
  return { field: 'subjects', value: (event as Recorded<SubjectEvent>).data.subject };
}

function workingOf(loaded: Loaded | undefined): Working {
  return { seen: loaded?.position, position: loaded?.position, document: loaded?.document };
}

/** Besides the id from which they are read. */
function conditionOf(targets: Matching): Where {
  if ('prefix' in targets) return { lt: ['id', `${targets.prefix}${AFTER_ALL}`] };
  const { field, value } = targets;
  return field === 'subjects' ? { has: [field, value] } : { eq: [field, value] };
}

/** As the documents are at this point of the batch. */
function matchingIn(working: ReadonlyMap<string, Working>, targets: Matching): string[] {
  const isMatch = (document: Document) =>
    'prefix' in targets ? document.id.startsWith(targets.prefix) : hasValue(document, targets.field, targets.value);
  return [...working].filter(([, { document }]) => document && isMatch(document)).map(([id]) => id);
}

function hasValue(document: Document, field: string, value: string): boolean {
  const found: unknown = Reflect.get(document, field);
  return Array.isArray(found) ? found.includes(value) : found === value;
}
