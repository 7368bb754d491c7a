import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Feature } from '../../../app/feature.ts';
import { scopesIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import { EntityStates } from '../../../app/states.ts';
import { FEATURES } from '../../../app/tokens.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { categoryOf } from '../../../kernel/ports/event-store.ts';
import type { EventDefinition, Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { type AnyProjection } from '../../../kernel/reading/projection.ts';
import type { LedgerEvent, LedgerEventOpened, LedgerTimeline } from './ledger.dto.ts';
import { entryOf, organizationIdOf, type LedgerEntry } from './ledger.projection.ts';
import { Documents } from '../../../app/documents.ts';

export const LEDGER = Symbol('LedgerProjection');

/** Copies that documents hold for searching. */
const HELPERS = /_lower$|^metadata_entries$|^subjects$/;

export class ListLedgerEvents extends Query<Page<LedgerEvent>> {
  constructor(
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class GetLedgerEvent extends Query<LedgerEventOpened> {
  constructor(
    readonly eventId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

export class GetLedgerTimeline extends Query<LedgerTimeline> {
  constructor(
    readonly stream: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Events opened: personal fields and all for those who may read customers, blanked for others. Secrets are in no event. */
@Injectable()
export class LedgerPresenter {
  private readonly definitions: ReadonlyMap<string, EventDefinition<Record<string, unknown>>>;

  constructor(
    private readonly states: EntityStates,
    @Inject(FEATURES) features: readonly Feature[],
  ) {
    this.definitions = new Map(features.flatMap(({ events }) => Object.entries(events ?? {})));
  }

  present({ order: _, ...entry }: LedgerEntry): LedgerEvent {
    return entry;
  }

  /** @param events of one stream, from its beginning */
  open(events: readonly Recorded[], organizationId: string, caller: Caller): LedgerEventOpened[] {
    const mayRead = scopesIn(caller, organizationId).has('customers:read');
    const states = this.states.eachAfter(events);
    return events.map((event, index) => ({
      ...this.present(entryOf(event, organizationId)),
      data: mayRead ? (event.data as Record<string, unknown>) : this.blanked(event),
      state: stateOf(states[index], mayRead, this.states.projectionOf(event.stream)),
    }));
  }

  private blanked({ type, data }: Recorded): Record<string, unknown> {
    const fields = this.definitions.get(type)?.personal.flatMap((group) => Object.keys(group.fields)) ?? [];
    return Object.fromEntries(
      Object.entries(data).map(([field, value]) => [field, fields.includes(field) ? null : value]),
    );
  }
}

@QueryHandler(ListLedgerEvents)
export class ListLedgerEventsHandler implements IQueryHandler<ListLedgerEvents> {
  constructor(
    private readonly documents: Documents,
    @Inject(LEDGER) private readonly projection: AnyProjection,
    private readonly presenter: LedgerPresenter,
  ) {}

  async execute({ list, caller }: ListLedgerEvents): Promise<Page<LedgerEvent>> {
    const { items, total } = await this.documents.list(this.projection, list, caller);
    return pageOf(
      items.map((entry) => this.presenter.present(entry)),
      total,
      list.limit,
    );
  }
}

@QueryHandler(GetLedgerEvent)
export class GetLedgerEventHandler implements IQueryHandler<GetLedgerEvent> {
  constructor(
    private readonly documents: Documents,
    @Inject(LEDGER) private readonly projection: AnyProjection,
    private readonly executor: Executor,
    private readonly presenter: LedgerPresenter,
  ) {}

  async execute({ eventId, caller }: GetLedgerEvent): Promise<LedgerEventOpened> {
    const entry = (await this.documents.demand(this.projection, eventId, caller)) as LedgerEntry;
    const events = (await this.executor.load(entry.stream, caller)).filter(
      ({ revision }) => revision <= entry.revision,
    );
    return this.presenter.open(events, entry.organization_id, caller).at(-1)!;
  }
}

@QueryHandler(GetLedgerTimeline)
export class GetLedgerTimelineHandler implements IQueryHandler<GetLedgerTimeline> {
  constructor(
    private readonly executor: Executor,
    private readonly presenter: LedgerPresenter,
  ) {}

  async execute({ stream, caller }: GetLedgerTimeline): Promise<LedgerTimeline> {
    const events = await this.executor.load(stream, 'any');
    const organizationId = events[0] && organizationIdOf(events[0]);
    if (organizationId === undefined || !caller.organizationIds.includes(organizationId)) throw new NotFound();
    return { stream, category: categoryOf(stream), items: this.presenter.open(events, organizationId, caller) };
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
  return Object.fromEntries(Object.entries(shown).filter(([field]) => !HELPERS.test(field)));
}
