import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { categoryOf, idOf, type Actor } from '../../../kernel/ports/event-store.ts';
import type { Money } from '../../../kernel/money.ts';
import type { AnyLedgerFacts, EntryFacts } from '../../../kernel/reading/entry-facts.ts';
import type { EventCatalogue, Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';

/** People and their sessions belong to no organization, whatever their events name; claims are means, not facts. */
const IN_NO_LEDGER = ['user', 'session', 'claim', 'subject'];
/** Skipped events of all organizations are in one stream. */
export const SHARED_CATEGORY = 'skipped';

/** What features declare for the ledger: facts by event type, and the kinds of named entities. */
export interface LedgerDeclarations {
  facts: AnyLedgerFacts;
  kinds: readonly string[];
  /** Types that are steps or records of the program itself. */
  internal: ReadonlySet<string>;
}

const NO_DECLARATIONS: LedgerDeclarations = { facts: {}, kinds: [], internal: new Set() };

/** One event of an organization: who did what and when, without personal data. */
export interface LedgerEntry extends Document {
  organization_id: string;
  type: string;
  stream: string;
  category: string;
  revision: number;
  /** Whether it is of the organization's business, rather than internal. */
  is_business: boolean;
  actor: Actor;
  /** Ids of the people it concerns: the actor, and the customers and users that it names. */
  persons: string[];
  /** The amount that the event itself states, in minor units; null if it states none. */
  money: Money | null;
  /** Ids of the entities that it is about, by kind. */
  about: Record<string, string>;
  /** Business time. */
  occurred_at: Instant;
  /** Machine time. */
  recorded_at: Instant;
  command_id: string;
  correlation_id: string;
  causation_id: string;
  /** Position in the log, which the list is sorted by. */
  order: string;
}

/** An entry per event that belongs to an organization. */
export function ledgerProjection(
  catalogues: readonly EventCatalogue[],
  declarations: LedgerDeclarations = NO_DECLARATIONS,
): Projection<LedgerEntry> {
  return {
    name: 'ledger_entries',
    version: 4,
    group: 'ledger',
    indexes: [
      ['organization_id', 'is_business', 'order'],
      ['organization_id', 'type', 'order'],
      ['organization_id', 'category', 'order'],
      ['organization_id', 'stream', 'order'],
    ],
    lists: {
      scope: ['organization_id'],
      sortings: ['order'],
      filters: ['is_business', 'type', 'category', 'stream', 'persons', 'occurred_at'],
    },
    maps: ['about'],
    handles: catalogues.flatMap((catalogue) => Object.keys(catalogue)),
    targets: (event) => (organizationIdOf(event) === undefined ? [] : [event.id]),

    evolve: (_document, event) => entryOf(event, organizationIdOf(event)!, declarations),
  };
}

export function entryOf(event: Recorded, organizationId: string, declarations: LedgerDeclarations): LedgerEntry {
  const { id, stream, revision, type, metadata } = event;
  const facts = declarations.facts[type]?.(event.data) ?? {};
  const about = aboutOf(event, declarations.kinds, facts);
  return {
    id,
    organization_id: organizationId,
    type,
    stream,
    category: categoryOf(stream),
    revision,
    is_business: !declarations.internal.has(type),
    actor: metadata.actor,
    persons: personsIn(event, about),
    money: facts.money ?? null,
    about,
    occurred_at: metadata.occurredAt,
    recorded_at: metadata.recordedAt,
    command_id: metadata.commandId,
    correlation_id: metadata.correlationId,
    causation_id: metadata.causationId,
    order: event.position,
  };
}

/** The organization whose ledger an event is in; undefined where it is in none. */
export function organizationIdOf({ stream, data, metadata }: Recorded): string | undefined {
  const category = categoryOf(stream);
  if (IN_NO_LEDGER.includes(category)) return undefined;
  if (category === 'organization') return idOf(stream);
  const { organizationId } = data as { organizationId?: unknown };
  if (category === SHARED_CATEGORY) return typeof organizationId === 'string' ? organizationId : undefined;
  return typeof organizationId === 'string' ? organizationId : metadata.organizationId;
}

/** Found in a field such as `customerId`, in the entity's own stream, or in the event's facts. */
function aboutOf({ stream, data }: Recorded, kinds: readonly string[], facts: EntryFacts): Record<string, string> {
  const own = categoryOf(stream);
  const ids = kinds.map((kind) => {
    const said = facts.about?.[kind];
    const id = said === undefined ? (data as Record<string, unknown>)[`${kind}Id`] : said;
    return [kind, id === undefined && own === kind ? idOf(stream) : id] as const;
  });
  return Object.fromEntries(ids.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

function personsIn({ stream, data, metadata }: Recorded, about: Record<string, string>): string[] {
  const { customerId, userId, createdBy } = data as Record<string, unknown>;
  const own = categoryOf(stream) === 'customer' ? idOf(stream) : about.customer;
  const named = [metadata.actor.id, metadata.actor.impersonator, own, customerId, userId, createdBy];
  return [...new Set(named.filter((id): id is string => typeof id === 'string' && id !== ''))];
}
