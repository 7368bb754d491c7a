import { Inject, Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import type { Feature } from '../../../app/feature.ts';
import { scopesIn, type Caller } from '../../../app/http/callers/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/lists/list.ts';
import { EntityStates } from '../../../app/reading/entity-states.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { categoryOf } from '../../../kernel/ports/event-store.ts';
import { personalFieldsOf, type EventDefinition, type Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { covers } from '../../../kernel/writing/scope.ts';
import type { AnyProjection } from '../../../kernel/reading/projection.ts';
import type { LedgerEvent, LedgerEventOpened, LedgerTimeline } from './ledger.dto.ts';
import { LedgerEntities } from './ledger-entities.service.ts';
import { entryOf, ledgerProjection, organizationIdOf, SHARED_CATEGORY, type LedgerEntry } from './ledger.projection.ts';

/** Reads need only the projection's name, so it handles no events here. */
const LEDGER = ledgerProjection([]);
/** Copies that documents have for searching. */
const SEARCH_FIELDS = /_lower$|^email_key$|^metadata_entries$|^subjects$/;

/** Events with their data. Personal fields are blanked for callers who may not read customers; no event contains secrets. */
@Injectable()
export class LedgerPresenter {
  private readonly definitions: ReadonlyMap<string, EventDefinition<Record<string, unknown>>>;

  constructor(
    private readonly states: EntityStates,
    private readonly entities: LedgerEntities,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    this.definitions = new Map(features.flatMap(({ events }) => Object.entries(events ?? {})));
  }

  async presentAll(entries: readonly LedgerEntry[], caller: Caller): Promise<LedgerEvent[]> {
    const namesOf = await this.entities.of(entries, caller);
    return entries.map((entry) => {
      const { order: _, money, about: __, is_business: ___, ...event } = entry;
      return { ...event, amount: money?.amount ?? null, currency: money?.currency ?? null, about: namesOf(entry) };
    });
  }

  /** @param events of one stream, from its beginning */
  async open(events: readonly Recorded[], organizationId: string, caller: Caller): Promise<LedgerEventOpened[]> {
    const mayRead = scopesIn(caller, organizationId).has('customers:read');
    const states = this.states.eachAfter(events);
    const entries = events.map((event) => entryOf(event, organizationId, this.entities.declarations));
    const presented = await this.presentAll(entries, caller);
    return events.map((event, index) => ({
      ...presented[index]!,
      data: mayRead ? (event.data as Record<string, unknown>) : this.blanked(event),
      state: stateOf(states[index], mayRead, this.states.projectionOf(event.stream)),
    }));
  }

  private blanked({ type, data }: Recorded): Record<string, unknown> {
    const definition = this.definitions.get(type);
    const fields = definition ? personalFieldsOf(definition) : [];
    return Object.fromEntries(
      Object.entries(data).map(([field, value]) => [field, fields.includes(field) ? null : value]),
    );
  }
}

@Injectable()
export class LedgerQueries {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly presenter: LedgerPresenter,
  ) {}

  async list(list: ListRequest, caller: Caller): Promise<Page<LedgerEvent>> {
    const { items, total } = await this.documents.list(LEDGER, list, caller);
    return pageOf(await this.presenter.presentAll(items, caller), total, list.limit);
  }

  /** @throws NotFound */
  async get(eventId: string, caller: Caller): Promise<LedgerEventOpened> {
    const entry = await this.documents.demand(LEDGER, eventId, caller);
    // The entry is the caller's, even where its stream is shared by all organizations.
    const events = await this.executor.load(entry.stream, 'any');
    const past = events.filter(({ revision }) => revision <= entry.revision);
    return (await this.presenter.open(past, entry.organization_id, caller)).at(-1)!;
  }

  /** @throws NotFound */
  async timeline(stream: string, caller: Caller): Promise<LedgerTimeline> {
    const category = categoryOf(stream);
    // Streams of early releases name their organization only in their events, so these decide who may read them.
    const events = category === SHARED_CATEGORY ? [] : await this.executor.load(stream, 'any');
    const organizationId = events[0] && organizationIdOf(events[0]);
    if (organizationId === undefined || !covers(caller, organizationId)) throw new NotFound();
    return { stream, category, items: await this.presenter.open(events, organizationId, caller) };
  }
}

function stateOf(
  document: Document | undefined,
  mayRead: boolean,
  projection: AnyProjection | undefined,
): Record<string, unknown> | null {
  if (!document || !projection) return null;
  const { subjects = [] } = document as { subjects?: readonly string[] };
  let shown = document as Document & { subjects: readonly string[] };
  if (!mayRead) for (const subject of subjects) shown = (projection.blank?.(shown, subject) ?? shown) as typeof shown;
  return Object.fromEntries(Object.entries(shown).filter(([field]) => !SEARCH_FIELDS.test(field)));
}
