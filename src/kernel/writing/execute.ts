import type { Clock } from '../ports/clock.ts';
import type { Codec } from './codec.ts';
import type { Command, Executed, Intent } from './command.ts';
import type { Decider } from './decider.ts';
import { ConcurrencyConflict, DomainError, NotFound, ServiceUnavailable, WrongExpectedRevision } from '../errors.ts';
import type { Appended, EventStore, NewStoredEvent, Position, StoredEvent } from '../ports/event-store.ts';
import type { DomainEvent, Recorded } from './events.ts';
import { uuidV5 } from '../ids.ts';
import { History } from './history.ts';
import { covers, type TenantScope } from './scope.ts';
import { KeyedMutex } from '../coordination/mutex.ts';
import { refuseTooManyEdits } from './edit-limit.ts';
import type { Snapshots } from './snapshots.ts';
import { Streams } from './streams.ts';

const ATTEMPTS = 5;

/** The only imperative part of writing: fold, decide, append expecting the revision that was read (docs/EVENTS_AND_STREAMS.md#deciding). */
export class Executor {
  private readonly mutex = new KeyedMutex();
  private readonly streams: Streams;

  constructor(
    private readonly store: EventStore,
    private readonly codec: Codec,
    private readonly clock: Clock,
    snapshots?: Snapshots,
  ) {
    this.streams = new Streams(store, codec, snapshots);
  }

  /**
   * A stream outside the scope of the command's context seems not to exist.
   * @throws DomainError what the decider refuses
   * @throws NotFound the stream is another tenant's
   * @throws ConcurrencyConflict other writers came first five times
   */
  async execute<I extends Intent, S, E extends DomainEvent>(
    decider: Decider<I, S, E>,
    stream: string,
    command: Command,
  ): Promise<Executed<S, E>> {
    return this.mutex.withLock(stream, async () => {
      const known = await this.streams.known<E>(stream, decider);
      let kept = known ?? (await this.streams.current<E>(stream, decider));
      // What is known may be behind others' appends: an append succeeds only if it was not, by its expected revision.
      let isCurrent = !known && this.store.refresh === undefined;
      /** An append whose answer was lost has stored the events of this very command. */
      let isStored = false;
      for (let attempt = 1; ; attempt++) {
        const { history } = kept;
        const { revision, organizationId } = history;
        if (!history.isEmpty && !covers(command.context.scope, organizationId)) throw new NotFound();
        const state = stateOf(decider, history);
        if (attempt > ATTEMPTS) throw new ConcurrencyConflict(stream);
        const { now, machineNow } = command.context;
        const intent = { type: command.type, data: command.data, now, machineNow } as I;
        const isDone = history.includes(command.id);
        const decided = isDone ? [] : decisionOf(decider, intent, state, history);
        if (decided instanceof DomainError || decided.length === 0) {
          if (!isCurrent) {
            // Without an append, no expected revision protects the decision: it is valid only for the stream as it is now.
            kept = await this.fresh(() => this.streams.current<E>(stream, decider));
            isCurrent = true;
            continue;
          }
          if (decided instanceof DomainError) throw decided;
          if (isDone) command.context.writes.note(history.position!);
          return { state, revision, history, appended: isStored ? eventsOf(command, history) : [] };
        }
        const sealed = await this.appendSealed(stream, decided, revision, inTenant(organizationId, command));
        if (sealed === 'conflict' || sealed === 'stored') {
          isStored ||= sealed === 'stored';
          this.streams.forget(stream);
          kept = await this.streams.current<E>(stream, decider);
          continue;
        }
        const after = await this.streams.extended(stream, kept, storedAfter(stream, revision, sealed), decider);
        const appended = after.history.recent.slice(history.recent.length);
        return {
          state: stateOf(decider, after.history),
          revision: after.history.revision,
          history: after.history,
          appended,
        };
      }
    });
  }

  /**
   * Reads at once the streams, and creates at once the persons' keys, that the next commands would wait for one after the other. A head
   * start: what fails here is tried again where it is needed.
   * @param streams of deciders without snapshots
   */
  async prepare(streams: readonly string[], subjects: readonly string[] = []): Promise<void> {
    await Promise.allSettled([...streams.map((stream) => this.streams.prepare(stream)), this.codec.prepare(subjects)]);
  }

  /** The events of a stream, opened; none if it is outside the scope. @throws HistoryUnreadable one of them cannot be read */
  async load<E extends DomainEvent>(stream: string, scope: TenantScope): Promise<readonly Recorded<E>[]> {
    return (await this.history<E>(stream, scope)).events;
  }

  /** The same, for what is folded from them, such as `project`. */
  async history<E extends DomainEvent>(stream: string, scope: TenantScope): Promise<History<E>> {
    const { history } = await this.fresh(() => this.streams.current<E>(stream));
    return covers(scope, history.organizationId) ? history : History.empty<E>();
  }

  /** The current state of a stream, with its history; where the decider has snapshots, that starts at the last one. */
  async state<S, E extends DomainEvent>(
    decider: Pick<Decider<never, S, E>, 'initial' | 'evolve' | 'snapshot'>,
    stream: string,
    scope: TenantScope,
  ): Promise<{ state: S; revision: number; history: History<E> }> {
    const kept = await this.fresh(() => this.streams.current<E>(stream, decider));
    const history = covers(scope, kept.history.organizationId) ? kept.history : History.empty<E>();
    return { state: stateOf(decider, history), revision: history.revision, history };
  }

  /** Appends events without a decision: for usage and bookkeeping, and to settle claims. 'conflict' if the stream has changed. */
  async append<E extends DomainEvent>(
    stream: string,
    events: readonly E[],
    revision: number,
    command: Command,
  ): Promise<'appended' | 'conflict'> {
    const sealed = await this.appendSealed(stream, events, revision, command);
    return sealed === 'conflict' || sealed === 'stored' ? 'conflict' : 'appended';
  }

  private async appendSealed(
    stream: string,
    events: readonly DomainEvent[],
    revision: number,
    command: Command,
  ): Promise<Sealed | 'conflict' | 'stored'> {
    const sealed = await this.codec.seal(events.map((event, index) => this.envelope(stream, event, index, command)));
    let answer: Appended;
    try {
      answer = await this.store.append(stream, sealed, revision < 0 ? 'none' : revision);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return 'conflict';
      // An unavailable store has already tried to read the outcome itself.
      if (error instanceof ServiceUnavailable || !(await this.isStored(stream, revision, command))) throw error;
      return 'stored';
    }
    const position = answer.position ?? (await this.store.end())!;
    command.context.writes.note(position);
    return { events: sealed, position };
  }

  /** What is read after a refresh, which takes place meanwhile. */
  private async fresh<T>(read: () => Promise<T>): Promise<T> {
    const refreshed = this.store.refresh?.();
    const [result] = await Promise.all([read(), refreshed]);
    return result;
  }

  /** Settles an append with unknown outcome by searching what follows the expected revision for the command's id. */
  private async isStored(stream: string, revision: number, command: Command): Promise<boolean> {
    return (await this.store.read(stream, revision + 1)).some((event) => event.metadata.commandId === command.id);
  }

  private envelope(stream: string, event: DomainEvent, index: number, command: Command): NewStoredEvent {
    const { actor, correlationId, causationId, organizationId, now } = command.context;
    return {
      id: uuidV5(command.id, stream, String(index)),
      type: event.type,
      data: event.data as Record<string, unknown>,
      metadata: {
        version: this.codec.versionOf(event.type),
        occurredAt: now,
        recordedAt: this.clock.machineNow(),
        actor,
        correlationId,
        causationId,
        commandId: command.id,
        ...(organizationId !== undefined && { organizationId }),
      },
    };
  }
}

function eventsOf<E extends DomainEvent>({ id }: Command, { recent }: History<E>): Recorded<E>[] {
  return recent.filter(({ metadata }) => metadata.commandId === id);
}

/** What has been appended, sealed as it is in the log. */
interface Sealed {
  events: readonly NewStoredEvent[];
  /** Of the last event. */
  position: Position;
}

/** Appended events as they will be read. */
function storedAfter(stream: string, revision: number, { events, position }: Sealed): StoredEvent[] {
  return events.map((event, index) => ({
    ...event,
    data: JSON.parse(JSON.stringify(event.data)) as Record<string, unknown>,
    stream,
    revision: revision + 1 + index,
    position,
  }));
}

function stateOf<S, E extends DomainEvent>(
  decider: Pick<Decider<never, S, E>, 'initial' | 'evolve'>,
  history: History<E>,
): S {
  return history.fold(decider, decider.initial, (state, event) => decider.evolve(state, event as unknown as E));
}

/** The events of an intent, or why it is refused. */
function decisionOf<I extends Intent, S, E extends DomainEvent>(
  decider: Decider<I, S, E>,
  intent: I,
  state: S,
  { recent }: History<E>,
): readonly E[] | DomainError {
  try {
    const decided = decider.decide(intent, state);
    if (decider.edits) refuseTooManyEdits(decider.edits, decided, recent, intent.machineNow);
    return decided;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** The stream's tenant, if the writer (the ticker, a user of several organizations) does not name it. */
function inTenant(organizationId: string | undefined, command: Command): Command {
  if (organizationId === undefined || command.context.organizationId !== undefined) return command;
  return { ...command, context: { ...command.context, organizationId } };
}
