import type { Document, DocumentStore, Find, Where } from '../kernel/document-store.ts';
import { DomainError } from '../kernel/errors.ts';
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

/** Every document that matches, however many, read in pages. */
export async function allOf<P extends AnyProjection>(
  documents: DocumentStore,
  projection: P,
  query: Pick<Find, 'where' | 'sort'>,
  limit = PAGE,
): Promise<DocumentOf<P>[]> {
  const found: (DocumentOf<P> & Document)[] = [];
  for (;;) {
    const page = { ...query, skip: found.length, limit };
    const { items } = await documents.find<DocumentOf<P> & Document>(collectionOf(projection), page);
    found.push(...items);
    if (items.length < limit) return found;
  }
}

export async function idsOf(documents: DocumentStore, projection: AnyProjection, where: Where): Promise<string[]> {
  return (await allOf(documents, projection, { where })).map(({ id }: Document) => id);
}

/**
 * Waits until the read models show all that is in the log now: what a handler does before it decides by them
 * (docs/EVENTS_AND_STREAMS.md#what-a-decision-may-know).
 * @throws DomainError 503 they are too far behind: a process that sent the command tries again
 */
export async function caughtUp(runtime: Runtime, store: EventStore): Promise<void> {
  const end = await store.end();
  if (end !== undefined && !(await runtime.readModels.passed(end, CAUGHT_UP_MS)))
    throw new DomainError('ServiceUnavailable', 'The read models are too far behind; try again shortly', 503);
}
