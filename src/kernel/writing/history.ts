import type { Position } from '../ports/event-store.ts';
import type { DomainEvent, Recorded } from './events.ts';

/** Folded from events: the state of a decider, or a document of a projection. */
interface Folded {
  state: unknown;
  evolve(state: unknown, event: Recorded): unknown;
}

/** Which commands have appended to a stream, with the index of their first event; shared by all histories of the stream. */
type Commands = Map<string, number>;

/** Where a history starts that is not read from its beginning: after the event that a snapshot was taken at. */
export interface Start {
  revision: number;
  position: Position;
  organizationId: string | undefined;
  /** Commands that appended up to there, the latest ones. */
  commands: readonly string[];
  /** The state of a decider there. */
  by: object;
  state: unknown;
}

/**
 * One stream up to a revision: its events, opened, and what has been folded from them, so that each later event is folded once.
 * It does not change: `plus` makes the next one.
 */
export class History<E extends DomainEvent = DomainEvent> {
  private constructor(
    /** All events; of a history that starts at a snapshot, those after it. */
    readonly recent: readonly Recorded<E>[],
    /** Counts skipped events, too; −1 for an empty stream. */
    readonly revision: number,
    /** The stream's tenant: that of its first event. */
    readonly organizationId: string | undefined,
    private readonly commands: Commands,
    private readonly folds: Map<object, Folded>,
    /** The event that it starts after; undefined: it is whole. */
    readonly startsAfter?: Position,
  ) {}

  static empty<E extends DomainEvent>(): History<E> {
    return new History<E>([], -1, undefined, new Map(), new Map());
  }

  /** @param evolve of the decider whose state it starts with */
  static after<E extends DomainEvent>(start: Start, evolve: Folded['evolve']): History<E> {
    const { revision, organizationId, position, state } = start;
    const commands = new Map(start.commands.map((id) => [id, -1]));
    return new History<E>([], revision, organizationId, commands, new Map([[start.by, { state, evolve }]]), position);
  }

  /** From its first event on. @throws Error it starts at a snapshot: then a document comes from the read models, with `recent` on top */
  get events(): readonly Recorded<E>[] {
    if (this.startsAfter !== undefined) throw new Error('This history starts at a snapshot');
    return this.recent;
  }

  /** Of its last event. */
  get position(): Position | undefined {
    return this.recent.at(-1)?.position ?? this.startsAfter;
  }

  /** The commands that appended last, newest last. */
  lastCommands(count: number): string[] {
    return [...this.commands].flatMap(([id, index]) => (index < this.recent.length ? [id] : [])).slice(-count);
  }

  get isEmpty(): boolean {
    return this.revision < 0;
  }

  /** With the events that follow. @param stored their last revision and their tenant, which skipped events have, too */
  plus(events: readonly Recorded<E>[], stored: { revision: number; organizationId: string | undefined }): History<E> {
    const all = [...this.recent, ...events];
    for (const [index, { metadata }] of events.entries())
      if (!this.commands.has(metadata.commandId)) this.commands.set(metadata.commandId, this.recent.length + index);
    const folds = new Map<object, Folded>();
    for (const [by, { state, evolve }] of this.folds) folds.set(by, { state: events.reduce(evolve, state), evolve });
    const organizationId = this.isEmpty ? stored.organizationId : this.organizationId;
    return new History<E>(all, stored.revision, organizationId, this.commands, folds, this.startsAfter);
  }

  /** Whether a command has appended events to it. */
  includes(commandId: string): boolean {
    const index = this.commands.get(commandId);
    return index !== undefined && index < this.recent.length;
  }

  /** The state after all events. @param by whose state it is: the same decider or projection is folded once */
  fold<S>(by: object, initial: S, evolve: (state: S, event: Recorded) => S): S {
    let folded = this.folds.get(by);
    if (!folded) {
      folded = { state: this.events.reduce<S>(evolve, initial), evolve: evolve as Folded['evolve'] };
      this.folds.set(by, folded);
    }
    return folded.state as S;
  }
}
