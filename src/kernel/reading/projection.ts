import { isReadable, type Opened } from '../writing/codec.ts';
import type { Collection, Document } from '../ports/document-store.ts';
import type { UnreadableEvent } from '../errors.ts';
import type { ProjectionGroup } from './groups.ts';
import { idOf } from '../ports/event-store.ts';
import type { DomainEvent, Recorded } from '../writing/events.ts';
import { History } from '../writing/history.ts';

/**
 * The documents an event touches: by id, every one with a value (an index of that field alone lets them be read in pages), or every one whose id
 * begins with a prefix.
 */
export type Targets = readonly string[] | { field: string; value: string } | { prefix: string };

/**
 * A read model: pure folds from events to documents. A changed shape is a new `version`, which rebuilds it.
 * A projection never joins: it holds the ids of related entities, and the query composes.
 */
export interface Projection<D extends Document = Document, E extends DomainEvent = DomainEvent> {
  name: string;
  version: number;
  /** `billing` unless said otherwise. */
  group?: ProjectionGroup;
  indexes: Collection['indexes'];
  fields?: Collection['fields'];
  lists?: Collection['lists'];
  /** Part of the documents' shape: a change needs a new version. */
  maps?: Collection['maps'];
  /** The field with a document's organization; `organization_id` unless said otherwise. */
  tenant?: string;
  /** Event types it folds; others never reach it. */
  handles: readonly E['type'][];
  targets(event: Recorded<E>): Targets;
  /** The document `id` after an event; undefined removes it. */
  evolve(document: D | undefined, event: Recorded<E>, id: string): D | undefined;
  /** For documents that thousands of events change, so that many at once cost little more than one. */
  adding?: Adding<D, E>;
  /**
   * Where documents hold personal fields, they list their persons in `subjects`, and this blanks one's
   * (docs/EVENTS_AND_STREAMS.md#erasing-a-person).
   */
  blank?(document: D & { subjects: readonly string[] }, subject: string): D;
}

/** Events that remove no document, and what some of them in a row add to each: the same as `evolve` gives after one and the other. */
export interface Adding<D extends Document = Document, E extends DomainEvent = DomainEvent> {
  types: readonly E['type'][];
  /** By the id of the document. */
  additions(events: readonly Recorded<E>[]): ReadonlyMap<string, Addition<D>>;
}

export type Addition<D> = (document: D | undefined) => D;

/** How a projection folds events that only add. */
export function foldOf<D extends Document, E extends DomainEvent>(
  adding: Adding<D, E>,
): Required<Pick<Projection<D, E>, 'targets' | 'evolve' | 'adding'>> {
  return {
    targets: (event) => [...adding.additions([event]).keys()],
    evolve: (document, event, id) => adding.additions([event]).get(id)?.(document) ?? document,
    adding,
  };
}

/** Whether the documents are named. */
export function isList(targets: Targets): targets is readonly string[] {
  return Array.isArray(targets);
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- runners hold projections of every document and event type
export type AnyProjection = Projection<any, any>;

const collections = new WeakMap<AnyProjection, Collection>();

export function collectionOf(projection: AnyProjection): Collection {
  const known = collections.get(projection);
  if (known) return known;
  const collection = {
    name: `${projection.name}_v${projection.version}`,
    indexes: projection.indexes,
    fields: [...(projection.fields ?? []), ...(projection.blank ? ['subjects'] : [])],
    ...(projection.lists && { lists: projection.lists }),
    ...(projection.maps && { maps: projection.maps }),
  };
  collections.set(projection, collection);
  return collection;
}

/** Of their collections. */
export function namesOf(projections: readonly AnyProjection[]): string[] {
  return projections.map((projection) => collectionOf(projection).name);
}

export function groupOf({ group = 'billing' }: AnyProjection): ProjectionGroup {
  return group;
}

export function tenantFieldOf({ tenant = 'organization_id' }: AnyProjection): string {
  return tenant;
}

/** The document of one stream: what a write answers with, and an entity's state after each event. */
export function project<D extends Document, E extends DomainEvent>(
  projection: Projection<D, E>,
  events: History | readonly Recorded[],
): D | undefined {
  const evolve = (document: D | undefined, any: Recorded): D | undefined => {
    if (!handlesType(projection, any.type)) return document;
    const event = any as Recorded<E>;
    const targets = projection.targets(event);
    const id = document?.id ?? (isList(targets) ? targets[0] : undefined) ?? idOf(event.stream);
    return projection.evolve(document, event, id);
  };
  return events instanceof History ? events.fold(projection, undefined, evolve) : events.reduce(evolve, undefined);
}

export function handlesType(projection: AnyProjection, type: string): boolean {
  return projection.handles.includes(type);
}

/** The first event that this projection handles and that cannot be read: it folds nothing from there on. */
export function firstUnreadable(opened: readonly Opened[], projection: AnyProjection): UnreadableEvent | undefined {
  const unreadable = opened.filter((event): event is UnreadableEvent => !isReadable(event));
  return unreadable.find(({ event }) => isRelevant(projection, event.type));
}

/** The stored events that have to be opened for projections. With each SubjectErased, whose key the codec then forgets. */
export function neededBy(projections: readonly AnyProjection[]): (event: { type: string }) => boolean {
  const types = new Set(projections.flatMap(({ handles }) => handles)).add('SubjectErased');
  return ({ type }) => types.has(type);
}

export function isErasure({ type }: { type: string }): boolean {
  return type === 'SubjectErased';
}

/** Whether an event of this type may change a document: those it handles, and where it blanks, the erasing of a person. */
export function isRelevant(projection: AnyProjection, type: string): boolean {
  return handlesType(projection, type) || (projection.blank !== undefined && type === 'SubjectErased');
}
