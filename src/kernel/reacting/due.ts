import { msOf, type Clock, type Instant } from '../ports/clock.ts';
import { startContext, type Command, type CommandClass } from '../writing/command.ts';
import type { Document } from '../ports/document-store.ts';
import type { DomainEvent, Recorded } from '../writing/events.ts';
import { seedOf } from '../ids.ts';
import type { Projection } from '../reading/projection.ts';

/** Something that the passing of business time causes. Its id is `{kind}:{entity}`. */
export interface Due extends Document {
  kind: string;
  entity: string;
  dueAt: Instant;
}

/** One feature's dues: when an entity is due, by its events, and the command that is sent then. */
export interface DueSource<E extends DomainEvent = DomainEvent> {
  kind: string;
  handles: readonly E['type'][];
  /** The entity and when it is due from now on; null: not any more; undefined: this event changes nothing. */
  dueAfter(event: Recorded<E>): { entity: string; dueAt: Instant | null } | undefined;
  /** The decider refuses what is not due. */
  command: CommandClass<{ id: string; dueAt: Instant }>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the projection holds sources of every event type
export type AnyDueSource = DueSource<any>;

/** What is due when, over all features: what the ticker reads. */
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
    version: 1,
    indexes: [['dueAt', 'kind']],
    handles: [...new Set(sources.flatMap((source) => source.handles))],
    targets: (event) => changes(event).map(({ id }) => id),
    evolve(document, event, id) {
      const change = changes(event).find((candidate) => candidate.id === id);
      if (!change) return document;
      return change.dueAt === null ? undefined : { ...change, dueAt: change.dueAt };
    },
  };
}

/** The command for what is due; its id is the same whoever sends it, and however often. */
export function dueCommand(source: AnyDueSource, due: Due, clock: Clock): Command {
  const requestId = seedOf(msOf(due.dueAt), `${due.id}:${due.dueAt}`);
  const context = startContext({ kind: 'system', id: 'ticker' }, clock, requestId);
  return new source.command({ id: due.entity, dueAt: due.dueAt }, context);
}
