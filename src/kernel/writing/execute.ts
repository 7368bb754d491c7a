import type { Clock } from '../ports/clock.ts';
import type { Codec } from './codec.ts';
import type { Command, Executed, Intent } from './command.ts';
import { fold, type Decider } from './decider.ts';
import {
  ConcurrencyConflict,
  DomainError,
  HistoryUnreadable,
  NotFound,
  ServiceUnavailable,
  UnreadableEvent,
  WrongExpectedRevision,
} from '../errors.ts';
import type { Appended, EventStore, NewStoredEvent, StoredEvent } from '../ports/event-store.ts';
import type { DomainEvent, Recorded } from './events.ts';
import { uuidV5 } from '../ids.ts';
import { covers, type TenantScope } from './scope.ts';
import { KeyedMutex } from '../coordination/mutex.ts';

const ATTEMPTS = 5;

/** The only imperative part of writing: fold, decide, append expecting the revision that was read (docs/EVENTS_AND_STREAMS.md#deciding). */
export class Executor {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly store: EventStore,
    private readonly codec: Codec,
    private readonly clock: Clock,
  ) {}

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
      let isCurrent = this.store.refresh === undefined;
      for (let attempt = 1; ; attempt++) {
        const { events: past, revision, organizationId } = await this.readUnchecked<E>(stream);
        if (revision >= 0 && !covers(command.context.scope, organizationId)) throw new NotFound();
        const state = fold(decider, past);
        const done = past.filter((event) => event.metadata.commandId === command.id);
        if (done.length > 0) {
          command.context.writes.note(past.at(-1)!.position);
          return { state, revision, events: past, appended: [] };
        }
        if (attempt > ATTEMPTS) throw new ConcurrencyConflict(stream);
        const { now, machineNow } = command.context;
        const intent = { type: command.type, data: command.data, now, machineNow } as I;
        const decided = decisionOf(decider, intent, state);
        const appendsNothing = decided instanceof DomainError || decided.length === 0;
        if (appendsNothing && !isCurrent) {
          // Without an append, no expected revision protects the decision: it is valid only if the read was not behind.
          await this.store.refresh!();
          isCurrent = true;
          continue;
        }
        if (decided instanceof DomainError) throw decided;
        if (decided.length === 0) return { state, revision, events: past, appended: [] };
        const appended = await this.append(stream, decided, revision, inTenant(organizationId, command));
        if (appended === 'conflict') continue;
        return {
          state: fold(decider, appended, state),
          revision: revision + appended.length,
          events: [...past, ...appended],
          appended,
        };
      }
    });
  }

  /**
   * The events of a stream, opened; none if it is outside the scope.
   * @throws HistoryUnreadable one of them cannot be read
   */
  async load<E extends DomainEvent>(stream: string, scope: TenantScope): Promise<Recorded<E>[]> {
    return (await this.read<E>(stream, scope)).events;
  }

  /** The same, with the stream's revision, which counts skipped events, too; −1 for an empty stream. */
  async read<E extends DomainEvent>(
    stream: string,
    scope: TenantScope,
  ): Promise<{ events: Recorded<E>[]; revision: number }> {
    await this.store.refresh?.();
    const { events, revision, organizationId } = await this.readUnchecked<E>(stream);
    return covers(scope, organizationId) ? { events, revision } : { events: [], revision: -1 };
  }

  /** The current state of a stream. */
  async state<S, E extends DomainEvent>(
    decider: Pick<Decider<never, S, E>, 'initial' | 'evolve'>,
    stream: string,
    scope: TenantScope,
  ): Promise<{ state: S; revision: number }> {
    const { events, revision } = await this.read<E>(stream, scope);
    return { state: fold(decider, events), revision };
  }

  /** Appends events without a decision: for usage, and to settle claims. 'conflict' if the stream has changed. */
  async append<E extends DomainEvent>(
    stream: string,
    events: readonly E[],
    revision: number,
    command: Command,
  ): Promise<Recorded<E>[] | 'conflict'> {
    const stored = await this.codec.seal(events.map((event, index) => this.envelope(stream, event, index, command)));
    let answer: Appended;
    try {
      answer = await this.store.append(stream, stored, revision < 0 ? 'none' : revision);
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return 'conflict';
      // An unavailable store has already tried to read the outcome itself.
      if (error instanceof ServiceUnavailable || !(await this.isStored(stream, command))) throw error;
      return 'conflict';
    }
    const position = answer.position ?? (await this.store.end())!;
    command.context.writes.note(position);
    return events.map((event, index) => ({
      ...event,
      id: stored[index]!.id,
      metadata: stored[index]!.metadata,
      stream,
      revision: revision + 1 + index,
      position,
    }));
  }

  /** A stream's tenant is that of its first event. */
  private async readUnchecked<E extends DomainEvent>(
    stream: string,
  ): Promise<{ events: Recorded<E>[]; revision: number; organizationId: string | undefined }> {
    const stored = await this.store.read(stream);
    return {
      events: await this.open<E>(stored),
      revision: stored.at(-1)?.revision ?? -1,
      organizationId: stored[0]?.metadata.organizationId,
    };
  }

  private async open<E extends DomainEvent>(stored: readonly StoredEvent[]): Promise<Recorded<E>[]> {
    try {
      return await this.codec.open<E>(stored);
    } catch (error) {
      throw error instanceof UnreadableEvent ? new HistoryUnreadable(error) : error;
    }
  }

  /** Settles an append with unknown outcome by searching the stream for the command's id. */
  private async isStored(stream: string, command: Command): Promise<boolean> {
    return (await this.store.read(stream)).some((event) => event.metadata.commandId === command.id);
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

/** The events of an intent, or why it is refused. */
function decisionOf<I extends Intent, S, E extends DomainEvent>(
  decider: Decider<I, S, E>,
  intent: I,
  state: S,
): readonly E[] | DomainError {
  try {
    return decider.decide(intent, state);
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
