import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  type AllStreamRecordedEvent,
  type RecordedEvent,
} from '@eventstore/db-client';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { withTimeout } from '../../kernel/coordination/waiting.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Known } from './known.ts';
import { afterPosition, toPosition } from './positions.ts';

export const NAME = 'EventStoreDB';
const RETRY_MS = 50;
/** A read is answered by the leader, or refused: another node may lag. */
const LEADER = { requiresLeader: true } as const;

/** Calls to one node: the client moves to another only after an error, and then this is another session. */
export interface Session {
  readonly client: EventStoreDBClient;
  /** How far the node has shown its log to reach. */
  shown: Position | undefined;
  looking?: Promise<unknown>;
}

interface Asking {
  ms: number;
  /** The node's log must reach what is known already: so it must for any read. */
  current: boolean;
}

type ReadAllOptions = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>;
type ReadStreamOptions = NonNullable<Parameters<EventStoreDBClient['readStream']>[1]>;

/**
 * Calls of the client with what it lacks: a time limit on reads, another try where another node leads, and doubt about a leader that has been
 * replaced and does not know it yet.
 */
export class Connection {
  readonly known: Known;
  session: Session;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly log: Log,
    /** How long an answer is waited for. */
    readonly patienceMs: number,
  ) {
    this.known = new Known(patienceMs / 2);
    this.session = this.open();
  }

  /**
   * The answer of a call, repeated while it is refused for being sent elsewhere, or shows a log that ends before what is known.
   * @throws ServiceUnavailable it took longer than `ms`; else what the client throws
   */
  async ask<T>(call: (session: Session) => Promise<T>, { ms, current }: Asking): Promise<T> {
    const known = current ? this.known.now() : undefined;
    const started = performance.now();
    for (let behind = false; ; await pause(RETRY_MS)) {
      const { session } = this;
      const passed = performance.now() - started;
      if (passed >= ms) throw new ServiceUnavailable(NAME);
      try {
        const [answer, reaches] = await this.inTime(this.tried(call, session, known?.position), session, ms - passed);
        // A read that another call's lateness has cut short ends as if it were whole.
        if (current && session !== this.session) continue;
        if (reaches) return answer;
        if (known!.isRefutedBy(session.shown, performance.now() - started)) {
          this.log.warn('The log on EventStoreDB ends before the checkpoint of the read models: it has been restored');
          return answer;
        }
        if (!behind) this.log.warn('EventStoreDB answers from a log that ends before what is known; asking again');
        behind = true;
      } catch (error) {
        if (isAnswer(error)) throw error;
        this.lost(session);
        const cutShort = current && session.client !== this.session.client && !(error instanceof ServiceUnavailable);
        if (!cutShort && !isElsewhere(error)) throw error;
      }
    }
  }

  readAll(session: Session, options: ReadAllOptions): Promise<AllStreamRecordedEvent[]> {
    return this.collected(session, session.client.readAll({ ...options, ...LEADER }));
  }

  readStream(session: Session, stream: string, options: ReadStreamOptions): Promise<RecordedEvent[]> {
    return this.collected(session, session.client.readStream(stream, { ...options, ...LEADER }));
  }

  /** That a position exists, as a node has shown. */
  note(session: Session, position: Position): Position {
    this.known.see(position);
    session.shown = afterPosition(session.shown, position);
    return position;
  }

  /** After an error the client may be with another node, which has shown nothing yet. */
  lost(session: Session): void {
    if (session === this.session) this.session = { client: session.client, shown: undefined };
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.session.client.dispose();
  }

  /** @returns with whether the node's log reaches as far as is known */
  private async tried<T>(
    call: (session: Session) => Promise<T>,
    session: Session,
    known: Position | undefined,
  ): Promise<[T, boolean]> {
    const answer = await call(session);
    const reaches = () => known === undefined || (session.shown !== undefined && session.shown >= known);
    // A leader that lags does not catch up before it has stopped leading, and then refuses: what it shows now, it knew when it answered.
    if (!reaches()) await session.looking?.catch(() => undefined);
    if (!reaches()) await (session.looking ??= this.look(session));
    return [answer, reaches()];
  }

  /** One look for all who want to know at the same time. */
  private look(session: Session): Promise<unknown> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
    return this.readAll(session, options).finally(() => (session.looking = undefined));
  }

  private async collected<E extends RecordedEvent>(
    session: Session,
    reading: AsyncIterable<{ event?: E }> & { on(name: 'error', heard: () => void): unknown },
  ): Promise<E[]> {
    // Also when nobody waits for it any more.
    reading.on('error', () => undefined);
    const events: E[] = [];
    for await (const { event } of reading) if (event) events.push(event);
    for (const { position } of events) if (position) this.note(session, toPosition(position));
    return events;
  }

  private inTime<T>(answer: Promise<T>, session: Session, ms: number): Promise<T> {
    return withTimeout(answer, ms, () => {
      this.renew(session);
      throw new ServiceUnavailable(NAME);
    });
  }

  /** The connection may be dead without a sign. */
  private renew(session: Session): void {
    if (session.client !== this.session.client || this.closed) return;
    this.session = this.open();
    void session.client.dispose().catch(() => undefined);
  }

  private open(): Session {
    return { client: EventStoreDBClient.connectionString(this.url), shown: undefined };
  }
}

/** The client's errors say what they are in `type`; raw ones of the connection have none. */
export function typeOf(error: unknown): string | undefined {
  return (error as { type?: string } | null)?.type;
}

/** Said by the server about what it was asked, and no sign of a broken connection. */
function isAnswer(error: unknown): boolean {
  const answers = [
    'stream-not-found',
    'wrong-expected-version',
    'access-denied',
    'invalid-argument',
    'stream-deleted',
    'maximum-append-size-exceeded',
  ];
  return answers.includes(typeOf(error) ?? '');
}

/** About the connection, on which the client may move to another node; else about what was asked. */
export function isOfConnection(error: unknown): boolean {
  return [undefined, 'not-leader', 'unavailable', 'cancelled'].includes(typeOf(error)) || isElsewhere(error);
}

/** Refused by a node that does not lead, or is just starting, before anything was done. */
function isElsewhere(error: unknown): boolean {
  const { message = '' } = error as { message?: string };
  return typeOf(error) === 'not-leader' || /not ready|too busy|no leader/i.test(message);
}
