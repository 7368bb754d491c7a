import { pause } from '../../kernel/coordination/waiting.ts';
import { canonical } from '../../kernel/canonical-json.ts';
import { isReadable, type Codec } from '../../kernel/writing/codec.ts';
import type { Document, DocumentStore, Loaded, Write } from '../../kernel/ports/document-store.ts';
import { dueProjection } from '../../kernel/reacting/due.ts';
import type { EventStore, Position } from '../../kernel/ports/event-store.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { LongWork } from '../../kernel/coordination/long-work.ts';
import { foldBatch } from '../../kernel/reading/fold-batch.ts';
import {
  collectionOf,
  firstUnreadable,
  groupOf,
  namesOf,
  type AnyProjection,
} from '../../kernel/reading/projection.ts';
import { builtCheckpoint, releaseCheckpoint } from '../../kernel/reading/checkpoints.ts';
import type { Feature } from '../feature.ts';

const PAGE = 500;
/** How often documents that differ are looked at again where they move while they are compared. */
const LOOKS = 10;
const LOOK_AGAIN_MS = 300;

/** Where a store can be read as it is at one moment, whatever is written meanwhile, it has `snapshot`. */
export interface ComparedDocuments extends DocumentStore {
  snapshot?<T>(read: () => Promise<T>): Promise<T>;
}

export interface Difference {
  collection: string;
  id: string;
  /** `missing`: the log makes it, and it is not there; `extra`: the contrary. */
  kind: 'missing' | 'extra' | 'different';
  /** Fields that differ, where it is different. */
  fields: string[];
}

export interface Comparison {
  documents: number;
  /** Projections that have been built, each up to its position. */
  compared: { name: string; position: Position }[];
  /** Not built yet. */
  skipped: string[];
  differences: Difference[];
}

export function projectionsOf(features: readonly Feature[]): AnyProjection[] {
  const dueItems = features.flatMap((feature) => feature.dueItems ?? []);
  return [...features.flatMap((feature) => feature.projections ?? []), dueProjection(dueItems)];
}

/** How far each projection has come, as the checkpoints say. */
export async function positionsOf(
  documents: DocumentStore,
  projections: readonly AnyProjection[],
): Promise<
  { projection: AnyProjection; name: string; group: ProjectionGroup; position: Position | undefined; shared: boolean }[]
> {
  const namesIn = (group: ProjectionGroup) => namesOf(projections.filter((one) => groupOf(one) === group));
  return Promise.all(
    projections.map(async (projection) => {
      const [{ name }, group] = [collectionOf(projection), groupOf(projection)];
      const checkpoint = await releaseCheckpoint(documents, group, namesIn(group));
      const shared = checkpoint?.members?.includes(name) ?? false;
      const position = shared ? checkpoint!.position : (await builtCheckpoint(documents, name))?.position;
      return { projection, name, group, position, shared };
    }),
  );
}

interface ComparePorts {
  store: EventStore;
  codec: Codec;
  documents: ComparedDocuments;
}

/**
 * Rebuilds every read model from the log up to its position, and compares with what is there: canonical JSON, without positions, tombstones
 * and leases (docs/READ_MODELS.md#rebuilding). Where there are no snapshots, what differs is looked at again, until it agrees or no longer moves.
 * @param taken and `rebuilt`: two empty stores to work in
 */
export async function compareProjections(
  ports: ComparePorts,
  projections: readonly AnyProjection[],
  taken: DocumentStore,
  rebuilt: DocumentStore,
): Promise<Comparison> {
  for (const projection of projections)
    for (const scratch of [taken, rebuilt]) await scratch.ensure(collectionOf(projection));
  const snapshot = ports.documents.snapshot?.bind(ports.documents);
  // Short, because a read transaction keeps the program's file growing: the documents are copied, and compared afterwards.
  const positions = await (snapshot ?? run)(() => take(ports.documents, projections, taken));
  const built = positions.filter(isBuilt);
  await rebuild(ports, built, rebuilt);
  let differences: Difference[] = [];
  let documents = 0;
  for (const { projection } of built) {
    const there = await contents(taken, projection);
    const made = await contents(rebuilt, projection);
    documents += made.size;
    differences.push(...compare(collectionOf(projection).name, there, made));
  }
  for (let look = 1; !snapshot && differences.length > 0 && look <= LOOKS; look++)
    differences = await lookAgain(ports, projections, differences, rebuilt);
  return {
    documents,
    compared: built.map(({ name, position }) => ({ name, position })),
    skipped: positions.filter(({ position }) => position === undefined).map(({ name }) => name),
    differences,
  };
}

function run<T>(task: () => Promise<T>): Promise<T> {
  return task();
}

type Progress = Awaited<ReturnType<typeof positionsOf>>;

/** The documents, and afterwards how far they had come: some may have come further. */
async function take(
  documents: DocumentStore,
  projections: readonly AnyProjection[],
  taken: DocumentStore,
): Promise<Progress> {
  for (const projection of projections) await copy(documents, taken, projection);
  return positionsOf(documents, projections);
}

/** What still differs when the rebuilt ones have come as far as those that are there by now. */
async function lookAgain(
  ports: ComparePorts,
  projections: readonly AnyProjection[],
  differences: readonly Difference[],
  rebuilt: DocumentStore,
): Promise<Difference[]> {
  await pause(LOOK_AGAIN_MS);
  const suspects = new Map<AnyProjection, Map<string, Document>>();
  const ids = new Map<AnyProjection, string[]>();
  for (const projection of projections) {
    const collection = collectionOf(projection);
    const wanted = differences.filter((one) => one.collection === collection.name).map(({ id }) => id);
    if (wanted.length === 0) continue;
    ids.set(projection, wanted);
    suspects.set(projection, documentsIn(await ports.documents.load(collection, wanted)));
  }
  await rebuild(ports, (await positionsOf(ports.documents, projections)).filter(isBuilt), rebuilt);
  const still: Difference[] = [];
  for (const [projection, there] of suspects) {
    const collection = collectionOf(projection);
    const made = documentsIn(await rebuilt.load(collection, ids.get(projection)!));
    still.push(...compare(collection.name, there, made));
  }
  return still;
}

function documentsIn(loaded: Map<string, Loaded>): Map<string, Document> {
  return new Map([...loaded].flatMap(([id, { document }]) => (document ? [[id, document] as const] : [])));
}

function isBuilt(progress: Progress[number]): progress is Progress[number] & Built {
  return progress.position !== undefined;
}

interface Built {
  projection: AnyProjection;
  name: string;
  position: Position;
}

async function copy(from: DocumentStore, to: DocumentStore, projection: AnyProjection): Promise<void> {
  const collection = collectionOf(projection);
  const writes: Write[] = [];
  for await (const { document, position } of from.each(collection)) {
    writes.push({ collection, id: document.id, seen: undefined, position, document });
    if (writes.length === PAGE) await to.save(writes.splice(0));
  }
  await to.save(writes);
}

async function rebuild(
  { store, codec }: { store: EventStore; codec: Codec },
  built: readonly Built[],
  rebuilt: DocumentStore,
): Promise<void> {
  const until = built.reduce((last, { position }) => (position > last ? position : last), '');
  if (until === '') return;
  const reading = new AbortController();
  const work = new LongWork();
  for await (const batch of store.subscribe(undefined, reading.signal)) {
    const opened = await codec.openForReaders(batch);
    for (const { projection, position } of built) {
      const upTo = opened.filter((event) => (isReadable(event) ? event : event.event).position <= position);
      const unreadable = firstUnreadable(upTo, projection);
      if (unreadable) throw unreadable;
      await rebuilt.save(await foldBatch(projection, upTo.filter(isReadable), rebuilt, work));
    }
    if (batch.at(-1)!.position >= until) break;
  }
  reading.abort();
}

async function contents(documents: DocumentStore, projection: AnyProjection): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for await (const { document } of documents.each(collectionOf(projection))) found.set(document.id, document);
  return found;
}

function compare(collection: string, there: Map<string, Document>, made: Map<string, Document>): Difference[] {
  const missing = [...made.keys()].filter((id) => !there.has(id));
  const differences: Difference[] = missing.map((id) => ({ collection, id, kind: 'missing', fields: [] }));
  for (const [id, document] of there) {
    const other = made.get(id);
    if (!other) differences.push({ collection, id, kind: 'extra', fields: [] });
    else {
      const fields = differing(document, other);
      if (fields.length > 0) differences.push({ collection, id, kind: 'different', fields });
    }
  }
  return differences;
}

function differing(one: Document, other: Document): string[] {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  const valueOf = (document: Document, field: string): unknown => Reflect.get(document, field) ?? null;
  return [...fields].filter((field) => canonical([valueOf(one, field)]) !== canonical([valueOf(other, field)]));
}
