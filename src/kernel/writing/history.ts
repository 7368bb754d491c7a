import type { DomainEvent, Recorded } from './events.ts';

/** What is folded from events: the state of a decider, or a document of a projection. */
interface Folded {
  state: unknown;
  evolve(state: unknown, event: Recorded): unknown;
}

/** Which commands have appended to a stream, with the index of their first event; shared by all histories of the stream. */
type Commands = Map<string, number>;

/**
 * One stream up to a revision: its events, opened, and what has been folded from them, so that each later event is folded once.
 * It does not change: `plus` makes the next one.
 */
export class History<E extends DomainEvent = DomainEvent> {
  private constructor(
    readonly events: readonly Recorded<E>[],
    /** Counts skipped events, too; −1 for an empty stream. */
    readonly revision: number,
    /** The stream's tenant: that of its first event. */
    readonly organizationId: string | undefined,
    private readonly commands: Commands,
    private readonly folds: Map<object, Folded>,
  ) {}

  static empty<E extends DomainEvent>(): History<E> {
    return new History<E>([], -1, undefined, new Map(), new Map());
  }

  get isEmpty(): boolean {
    return this.revision < 0;
  }

  /** With the events that follow. @param stored their last revision and their tenant, which skipped events have, too */
  plus(events: readonly Recorded<E>[], stored: { revision: number; organizationId: string | undefined }): History<E> {
    const all = [...this.events, ...events];
    for (const [index, { metadata }] of events.entries())
      if (!this.commands.has(metadata.commandId)) this.commands.set(metadata.commandId, this.events.length + index);
    const folds = new Map<object, Folded>();
    for (const [by, { state, evolve }] of this.folds) folds.set(by, { state: events.reduce(evolve, state), evolve });
    const organizationId = this.isEmpty ? stored.organizationId : this.organizationId;
    return new History<E>(all, stored.revision, organizationId, this.commands, folds);
  }

  /** Whether a command has appended events to it. */
  includes(commandId: string): boolean {
    const index = this.commands.get(commandId);
    return index !== undefined && index < this.events.length;
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
