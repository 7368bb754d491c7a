import { msOf, type Clock, type Instant } from '../ports/clock.ts';
import { startContext, type Command, type CommandClass } from '../writing/command.ts';
import type { Document } from '../ports/document-store.ts';
import type { DomainEvent, Recorded } from '../writing/events.ts';
import { seedOf } from '../ids.ts';
import type { Projection } from '../reading/projection.ts';

/** A due item: something that business time causes. Its id is `{kind}:{entity}`. */
export interface Due extends Document {
  kind: string;
  entity: string;
  /** Empty if it belongs to none. */
  organization_id: string;
  dueAt: Instant;
}

/** One kind of due item: when an entity is due, according to its events, and the command to send then. */
export interface DueSource<E extends DomainEvent = DomainEvent> {
  kind: string;
  handles: readonly E['type'][];
  /** The entity and when it is due after the event; null: no longer; undefined: the event changes nothing. */
  dueAfter(event: Recorded<E>): { entity: string; dueAt: Instant | null } | undefined;
  /** The decider refuses it if the entity is not due. */
  command: CommandClass<{ id: string; dueAt: Instant }>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the projection holds sources of every event type
export type AnyDueSource = DueSource<any>;

/** The due items of all features, for the ticker. */
export function dueProjection(sources: readonly AnyDueSource[]): Projection<Due> {
  const changes = (event: Recorded): { id: string; kind: string; entity: string; dueAt: Instant | null }[] =>
    sources
      .filter((source) => source.handles.includes(event.type))
      .flatMap((source) => {
        const change = source.dueAfter(event);
        return change ? [{ id: `${source.kind}:${change.entity}`, kind: source.kind, ...change }] : [];
      });
  return {
    name: 'due',
    version: 5,
    // In the order of sending, for all and for one organization; and which organizations have due items.
    indexes: [
      ['dueAt', 'kind'],
      ['organization_id', 'dueAt', 'kind'],
      ['dueAt', 'organization_id'],
    ],
    handles: [...new Set(sources.flatMap((source) => source.handles))],
    targets: (event) => changes(event).map(({ id }) => id),
    evolve(document, event, id) {
      const change = changes(event).find((candidate) => candidate.id === id);
      if (!change) return document;
      if (change.dueAt === null) return undefined;
      return { ...change, organization_id: event.metadata.organizationId ?? '', dueAt: change.dueAt };
    },
  };
}

/** The command of a due item; its id is the same in every process and every attempt. */
export function dueCommand(source: AnyDueSource, due: Due, clock: Clock): Command {
  const requestId = seedOf(msOf(due.dueAt), `${due.id}:${due.dueAt}`);
  const context = startContext({ kind: 'system', id: 'ticker' }, clock, requestId);
  return new source.command({ id: due.entity, dueAt: due.dueAt }, context);
}
