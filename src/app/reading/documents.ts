import { Inject, Injectable } from '@nestjs/common';
import { DomainError, InvalidInput, NotFound } from '../../kernel/errors.ts';
import type {
  Counted,
  CountedFind,
  Document,
  DocumentStore,
  Find,
  Found,
  Stored,
  Summed,
  Where,
} from '../../kernel/ports/document-store.ts';
import type { EventStore } from '../../kernel/ports/event-store.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { collectionOf, tenantFieldOf, type AnyProjection, type Projection } from '../../kernel/reading/projection.ts';
import { covers, type TenantScope } from '../../kernel/writing/scope.ts';
import { pageOf, type FilterRequest, type ListRequest, type Page } from '../http/lists/list.ts';
import { searched, type Search } from './related-search.ts';
import { withIds, type NamedEntity } from './named-entities.ts';
import { findByRelated, type Related } from './related-sorting.ts';
import type { Runtime } from '../runtime.ts';
import { noteSubjects } from './subjects-read.ts';
import { DOCUMENTS } from '../tokens.ts';

const CAUGHT_UP_MS = 30_000;
const PAGE = 500;
/** Rows of one export; a spreadsheet holds ten times as many. */
const MOST_EXPORTED = 100_000;

export type DocumentOf<P> = P extends Projection<infer D> ? D : never;

/** Read models. Every read names its scope: a document of another organization seems not to exist. */
@Injectable()
export class Documents {
  constructor(@Inject(DOCUMENTS) private readonly store: DocumentStore) {}

  async get<P extends AnyProjection>(
    projection: P,
    id: string,
    scope: TenantScope,
  ): Promise<DocumentOf<P> | undefined> {
    const loaded = await this.store.load<DocumentOf<P> & Document>(collectionOf(projection), [id]);
    const document = loaded.get(id)?.document;
    if (!document) return undefined;
    noteSubjects(document);
    return isWithin(document, projection, scope) ? document : undefined;
  }

  /** @throws NotFound */
  async demand<P extends AnyProjection>(projection: P, id: string, scope: TenantScope): Promise<DocumentOf<P>> {
    const document = await this.get(projection, id, scope);
    if (document === undefined) throw new NotFound();
    return document;
  }

  /** By id; documents that do not exist are omitted. */
  async getMany<P extends AnyProjection>(
    projection: P,
    ids: Iterable<string>,
    scope: TenantScope,
  ): Promise<Map<string, DocumentOf<P>>> {
    const loaded = await this.store.load<DocumentOf<P> & Document>(collectionOf(projection), [...new Set(ids)]);
    for (const { document } of loaded.values()) noteSubjects(document);
    return new Map(
      [...loaded].flatMap(([id, { document }]) =>
        document && isWithin(document, projection, scope) ? [[id, document] as const] : [],
      ),
    );
  }

  /**
   * Those that documents of an authorized caller name, by id. What is missing is folded from its stream, since its read model may be behind the one
   * that names it; omitted if it does not exist.
   */
  async named<P extends AnyProjection>(
    projection: P,
    ids: Iterable<string>,
    fold: (id: string) => Promise<DocumentOf<P> | undefined>,
  ): Promise<Map<string, DocumentOf<P>>> {
    const all = new Set(ids);
    const found = await this.getMany(projection, all, 'any');
    for (const id of all) {
      if (found.has(id)) continue;
      const folded = await fold(id);
      if (folded === undefined) continue;
      noteSubjects(folded);
      found.set(id, folded);
    }
    return found;
  }

  find<P extends AnyProjection>(
    projection: P,
    query: CountedFind,
    scope: TenantScope,
  ): Promise<Counted<DocumentOf<P> & Document>>;
  find<P extends AnyProjection>(
    projection: P,
    query: Find,
    scope: TenantScope,
  ): Promise<Found<DocumentOf<P> & Document>>;
  async find(projection: AnyProjection, query: Find, scope: TenantScope): Promise<Found> {
    const where = within(projection, scope, query.where);
    const found = await this.store.find(collectionOf(projection), { ...query, where });
    found.items.forEach(noteSubjects);
    return found;
  }

  async exists(projection: AnyProjection, where: Where, scope: TenantScope): Promise<boolean> {
    return (await this.find(projection, { where, limit: 1 }, scope)).items.length > 0;
  }

  /** All matching documents, read page by page. */
  async *pages<P extends AnyProjection>(
    projection: P,
    query: Pick<Find, 'where' | 'sort'>,
    scope: TenantScope,
    limit = PAGE,
  ): AsyncGenerator<(DocumentOf<P> & Document)[]> {
    for (let skip = 0; ; skip += limit) {
      const { items } = await this.find(projection, { ...query, skip, limit }, scope);
      if (items.length > 0) yield items;
      if (items.length < limit) return;
    }
  }

  /** All matching documents, page by page, in the order of a field that each of them has; stable while documents are added. */
  async *inOrder<P extends AnyProjection>(
    projection: P,
    where: Where,
    field: string & keyof DocumentOf<P>,
    scope: TenantScope,
    limit = PAGE,
  ): AsyncGenerator<(DocumentOf<P> & Document)[]> {
    const sort = [{ field, direction: 'asc' }] as const;
    for (let rest: readonly Where[] = []; ;) {
      const { items } = await this.find(projection, { where: { and: [where, ...rest] }, sort, limit }, scope);
      if (items.length > 0) yield items;
      const last = items.at(-1);
      if (last === undefined || items.length < limit) return;
      const value = (last as DocumentOf<P>)[field] as string;
      rest = [{ gte: [field, value] }, { or: [{ gt: [field, value] }, { gt: ['id', last.id] }] }];
    }
  }

  /** All matching documents. @param limit of each page */
  async all<P extends AnyProjection>(
    projection: P,
    query: Pick<Find, 'where' | 'sort'>,
    scope: TenantScope,
    limit = PAGE,
  ): Promise<(DocumentOf<P> & Document)[]> {
    const found: (DocumentOf<P> & Document)[] = [];
    for await (const page of this.pages(projection, query, scope, limit)) found.push(...page);
    return found;
  }

  /** Every document of all organizations, ordered by id. */
  each<P extends AnyProjection>(projection: P): AsyncIterable<Stored<DocumentOf<P> & Document>> {
    return this.store.each(collectionOf(projection));
  }

  /** The same, only their ids. */
  async *eachId(projection: AnyProjection): AsyncIterable<string> {
    for await (const { document } of this.store.each<Document>(collectionOf(projection))) yield document.id;
  }

  /** Purges overwritten and removed data from the files. */
  async scrub(): Promise<void> {
    await this.store.scrub?.();
  }

  async ids(projection: AnyProjection, where: Where, scope: TenantScope): Promise<string[]> {
    return (await this.all(projection, { where }, scope)).map(({ id }: Document) => id);
  }

  /** Ids of a page, without reading its documents. */
  idsOf(projection: AnyProjection, query: Find, scope: TenantScope): Promise<string[]> {
    return this.store.ids(collectionOf(projection), { ...query, where: within(projection, scope, query.where) });
  }

  /** For each value of a text field: how many documents match, and the sums of integer fields. */
  sumBy(
    projection: AnyProjection,
    where: Where,
    field: string,
    integers: readonly string[],
    scope: TenantScope,
  ): Promise<Map<string, Summed>> {
    return this.store.sumBy(collectionOf(projection), within(projection, scope, where), field, integers);
  }

  /** A page for a list request; its `organization_id` only narrows the scope, so another tenant's finds nothing. */
  async list<P extends AnyProjection>(
    projection: P,
    list: ListRequest,
    scope: TenantScope,
    related?: { sortings: Readonly<Record<string, Related>>; within: string },
  ): Promise<Counted<DocumentOf<P> & Document>> {
    const query = pageQuery(projection, list, scope);
    if (!related) return this.store.find(collectionOf(projection), query);
    const narrowed = narrowedTo(list.organizationIds, scope);
    return findByRelated<DocumentOf<P> & Document>(this.store, projection, query, {
      related: related.sortings,
      organization: ofTenant('organization_id', narrowed) ?? { and: [] },
      within: related.within,
    });
  }
}

/** How a resource's documents are presented. */
interface Presenter<D, W> {
  presentAll(documents: readonly D[]): W[] | Promise<W[]>;
}

interface ResourceOptions<D> {
  /** A condition on its documents, such as not deleted. */
  where?: Where;
  isHidden?(document: D): boolean;
  /** Sortings by a related entity's field, and the order of documents of one related entity. */
  related?: { sortings: Readonly<Record<string, Related>>; within: string };
  /** What `query` searches. */
  search?: Search;
  /** A filter by another name of a related entity. */
  named?: NamedEntity;
}

/**
 * `GET /{resource}` and `GET /{resource}/{id}` over a projection: `export class OrderQueries extends resource(orderProjection, OrderPresenter) {}`.
 * Both are restricted to the caller's organizations.
 */
export function resource<P extends AnyProjection, W>(
  projection: P,
  presenterClass: new (...args: never[]) => Presenter<DocumentOf<P>, W>,
  { where, isHidden = () => false, related, search, named }: ResourceOptions<DocumentOf<P>> = {},
) {
  class Resource {
    constructor(
      readonly documents: Documents,
      readonly presenter: Presenter<DocumentOf<P>, W>,
    ) {}

    /** @throws NotFound */
    async get(id: string, scope: TenantScope): Promise<W> {
      const document = await this.documents.demand(projection, id, scope);
      if (isHidden(document)) throw new NotFound();
      return (await this.presenter.presentAll([document]))[0]!;
    }

    async list(list: ListRequest, scope: TenantScope): Promise<Page<W>> {
      const asked = { ...list, where: [await this.whereOf(list, scope)] };
      const { items, total } = await this.documents.list(projection, asked, scope, related);
      return pageOf(await this.presenter.presentAll(items), total, list.limit);
    }

    /**
     * For each currency, sorted by code: how many documents a list has, and the sums of integer fields. One map for each part of the list, one
     * after the other, because several large sums at once would be one long turn.
     */
    async sums(
      asked: FilterRequest,
      scope: TenantScope,
      integers: readonly (string & keyof DocumentOf<P>)[],
      parts: readonly Where[],
    ): Promise<Map<string, Summed>[]> {
      const all = await this.whereOf(asked, scope);
      const within = narrowedTo(asked.organizationIds, scope);
      const sums: Map<string, Summed>[] = [];
      for (const part of parts) {
        const found = await this.documents.sumBy(projection, { and: [all, part] }, 'currency', integers, within);
        sums.push(new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1))));
      }
      return sums;
    }

    /**
     * All documents of a list in the order of a field that each has, page by page.
     * @throws InvalidInput if there are too many for an export
     */
    async exported(
      asked: FilterRequest,
      scope: TenantScope,
      field: string & keyof DocumentOf<P>,
    ): Promise<AsyncGenerator<(DocumentOf<P> & Document)[]>> {
      const [where, within] = [await this.whereOf(asked, scope), narrowedTo(asked.organizationIds, scope)];
      const { total } = await this.documents.find(projection, { where, limit: 0, counted: true }, within);
      if (total > MOST_EXPORTED)
        throw InvalidInput.at(
          'query',
          `${total} rows match; narrow the filters to ${MOST_EXPORTED} at most`,
          'too_long',
        );
      return this.documents.inOrder(projection, where, field, within);
    }

    /** The condition of a list; use it with the scope that the request is narrowed to. */
    async whereOf(asked: FilterRequest, scope: TenantScope): Promise<Where> {
      const within = narrowedTo(asked.organizationIds, scope);
      const given = named ? await withIds(this.documents, named, asked.where, within) : asked.where;
      const conditions = where ? [...given, where] : given;
      if (!search || asked.search === undefined) return { and: conditions };
      return { and: [...conditions, await searched(this.documents, search, asked.search, within)] };
    }
  }
  Injectable()(Resource);
  Reflect.defineMetadata('design:paramtypes', [Documents, presenterClass], Resource);
  return Resource;
}

/**
 * Waits until these groups of read models contain all events that are in the log now, for a handler whose decision depends on them
 * (docs/EVENTS_AND_STREAMS.md#what-a-decision-may-know).
 * @throws DomainError 503 they are too far behind: a process retries its command
 */
export async function caughtUp(
  runtime: Runtime,
  store: EventStore,
  ...groups: [ProjectionGroup, ...ProjectionGroup[]]
): Promise<void> {
  const end = await store.end();
  if (end !== undefined && !(await runtime.readModels.passed(end, CAUGHT_UP_MS, groups)))
    throw new DomainError('ServiceUnavailable', 'The read models are too far behind; try again shortly', 503);
}

function isWithin(document: Document, projection: AnyProjection, scope: TenantScope): boolean {
  return covers(
    scope,
    (document as unknown as Record<string, unknown>)[tenantFieldOf(projection)] as string | undefined,
  );
}

/** `organization_id` of a request, restricted to the scope. */
export function narrowedTo(wanted: readonly string[] | undefined, scope: TenantScope): TenantScope {
  if (!wanted) return scope;
  if (scope === 'any') return { organizationIds: wanted };
  return { organizationIds: scope.organizationIds.filter((id) => wanted.includes(id)) };
}

/** What a list request asks of the read model, held to the scope. */
export function pageQuery(
  projection: AnyProjection,
  { organizationIds, where, sort, skip, limit }: ListRequest,
  scope: TenantScope,
): CountedFind {
  const held = within(projection, narrowedTo(organizationIds, scope), { and: where });
  return { where: held, sort, skip, limit, counted: true };
}

function within(projection: AnyProjection, scope: TenantScope, where: Where | undefined): Where {
  const tenant = ofTenant(tenantFieldOf(projection), scope);
  const asked = where && 'and' in where ? where.and : where ? [where] : [];
  return { and: tenant ? [tenant, ...asked] : asked };
}

/** One organization as an equality, so that its index also provides the order. */
function ofTenant(field: string, scope: TenantScope): Where | undefined {
  if (scope === 'any') return undefined;
  const ids = scope.organizationIds;
  return ids.length === 1 ? { eq: [field, ids[0]!] } : { in: [field, ids] };
}
