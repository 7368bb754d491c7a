import type { Document, DocumentStore, Where } from '../kernel/document-store.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { collectionOf, type AnyProjection, type Projection } from '../kernel/projection.ts';
import type { Runtime } from './runtime.ts';

const CAUGHT_UP_MS = 30_000;
const PAGE = 500;

type DocumentOf<P> = P extends Projection<infer D> ? D : never;

/** Documents of a projection by id; those that are not there are missing in the answer. */
export async function loadDocuments<P extends AnyProjection>(
  documents: DocumentStore,
  projection: P,
  ids: Iterable<string>,
): Promise<Map<string, DocumentOf<P>>> {
  const loaded = await documents.load<DocumentOf<P> & Document>(collectionOf(projection), [...new Set(ids)]);
  return new Map([...loaded].flatMap(([id, { document }]) => (document ? [[id, document] as const] : [])));
}

export async function loadDocument<P extends AnyProjection>(
  documents: DocumentStore,
  projection: P,
  id: string,
): Promise<DocumentOf<P> | undefined> {
  return (await loadDocuments(documents, projection, [id])).get(id);
}

/** Ids of every document that fits, however many. */
export async function idsOf(documents: DocumentStore, projection: AnyProjection, where: Where): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = { where, skip: ids.length, limit: PAGE, uncounted: true };
    const { items } = await documents.find(collectionOf(projection), page);
    ids.push(...items.map(({ id }) => id));
    if (items.length < PAGE) return ids;
  }
}

/**
 * Waits until the read models show all that is in the log now: what a handler does before it decides by them (DESIGN §3).
 * A process that sent the command tries again where this fails.
 */
export async function caughtUp(runtime: Runtime, store: EventStore): Promise<void> {
  const end = await store.end();
  if (end !== undefined && !(await runtime.readModels.passed(end, CAUGHT_UP_MS)))
    throw new Error('The read models are too far behind to decide by; see /readyz');
}
