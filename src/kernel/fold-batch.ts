import type { Document, DocumentStore, Loaded, Write } from './document-store.ts';
import type { DomainEvent, Recorded, SubjectEvent } from './events.ts';
import type { Position } from './event-store.ts';
import { collectionOf, type AnyProjection, type Targets } from './projection.ts';

interface Working {
  seen: Position | undefined;
  position: Position | undefined;
  document: Document | undefined;
}

/**
 * The writes by which one projection takes in a batch: each touched document loaded once, folded in log order, skipping what it has seen.
 * @param only ids to fold again, after somebody else moved them
 */
export async function foldBatch(
  projection: AnyProjection,
  events: readonly Recorded[],
  documents: DocumentStore,
  only?: ReadonlySet<string>,
): Promise<Write[]> {
  const collection = collectionOf(projection);
  const relevant = events
    .filter((event) => projection.handles.includes(event.type) || (projection.blank && event.type === 'SubjectErased'))
    .map((event) => ({ event, targets: targetsOf(projection, event) }));
  const named = new Set(relevant.flatMap(({ targets }) => (isList(targets) ? targets : [])));
  const working = new Map<string, Working>();
  const load = async (ids: Iterable<string>): Promise<void> => {
    const missing = [...ids].filter((id) => !working.has(id) && (!only || only.has(id)));
    if (missing.length === 0) return;
    const loaded = await documents.load(collection, missing);
    for (const id of missing) working.set(id, workingOf(loaded.get(id)));
  };
  await load(named);
  for (const { event, targets } of relevant) {
    const ids = isList(targets) ? targets : await matching(targets);
    for (const id of ids) {
      const entry = working.get(id);
      if (entry) apply(projection, id, entry, event);
    }
  }
  return [...working]
    .filter(([, entry]) => entry.position !== entry.seen)
    .map(([id, entry]) => ({ collection, id, seen: entry.seen, position: entry.position!, document: entry.document }));

  /** Ids with an indexed value: those stored, and those this very batch has made or changed. */
  async function matching({ field, value }: { field: string; value: string }): Promise<string[]> {
    const where =
      field === 'subjects' ? { has: [field, value] as [string, string] } : { eq: [field, value] as [string, string] };
    const stored: string[] = [];
    for (let skip = 0; ; skip += 500) {
      const { items } = await documents.find(collection, { where, skip, limit: 500, uncounted: true });
      stored.push(...items.map((item) => item.id));
      if (items.length < 500) break;
    }
    await load(stored);
    return [...working].filter(([, { document }]) => document && hasValue(document, field, value)).map(([id]) => id);
  }
}

function apply(projection: AnyProjection, id: string, entry: Working, event: Recorded): void {
  if (entry.position !== undefined && entry.position >= event.position) return;
  if (projection.handles.includes(event.type)) entry.document = projection.evolve(entry.document, event, id);
  else if (entry.document)
    entry.document = projection.blank!(entry.document, (event as Recorded<SubjectEvent>).data.subject);
  entry.position = event.position;
}

function targetsOf(projection: AnyProjection, event: Recorded<DomainEvent>): Targets {
  if (projection.handles.includes(event.type)) return projection.targets(event);
  return { field: 'subjects', value: (event as Recorded<SubjectEvent>).data.subject };
}

function isList(targets: Targets): targets is readonly string[] {
  return Array.isArray(targets);
}

function workingOf(loaded: Loaded | undefined): Working {
  return { seen: loaded?.position, position: loaded?.position, document: loaded?.document };
}

function hasValue(document: Document, field: string, value: string): boolean {
  const found = (document as unknown as Record<string, unknown>)[field];
  return Array.isArray(found) ? found.includes(value) : found === value;
}
