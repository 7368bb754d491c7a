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
/** Only the leader answers reads: other nodes may lag. */
const LEADER = { requiresLeader: true } as const;

/** Calls to one node; the client switches to another only after an error, which starts a new session. */
export interface Session {
  readonly client: EventStoreDBClient;
  /** The highest position that the node has shown. */
  shown: Position | undefined;
  looking?: Promise<unknown>;
}

interface Asking {
  ms: number;
  /** Whether the node's log must reach the known position, as for every read. */
  current: boolean;
}

type ReadAllOptions = NonNullable<Parameters<EventStoreDBClient['readAll']>[0]>;
type ReadStreamOptions = NonNullable<Parameters<EventStoreDBClient['readStream']>[1]>;

/**
 * Calls through the client with what it lacks: a time limit on reads, a retry if another node leads, and detection of a leader that has been
 * replaced without knowing it yet.
 */
export class Connection {
  readonly known: Known;
  session: Session;
  private reporting: Promise<void> | undefined;
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly log: Log,
    /** How long to wait for a response. */
    readonly patienceMs: number,
  ) {
    this.known = new Known(patienceMs / 2);
    this.session = this.open();
  }

  /**
   * The answer of a call, retried while the node refuses it because it does not lead, or shows a log that ends before the known position.
   * @throws ServiceUnavailable it took longer than `ms`; else what the client throws
   */
  async ask<T>(call: (session: Session) => Promise<T>, { ms, current }: Asking): Promise<T> {
    let known = current ? this.known.now() : undefined;
    const reported = current ? this.reporting : undefined;
    const started = performance.now();
    for (let behind = false; ; await pause(RETRY_MS)) {
      const { session } = this;
      const passed = performance.now() - started;
      if (passed >= ms) throw new ServiceUnavailable(NAME);
      try {
        const answer = await this.inTime(call(session), session, ms - passed);
        if (reported && (await isReported(reported))) known = this.known.now();
        const reaches = await this.inTime(this.reaches(session, known?.position), session, ms - passed);
        // A read that ended early because another call timed out looks complete.
        if (current && session !== this.session) continue;
        if (reaches) return answer;
        if (known!.isRefutedBy(session.shown, performance.now() - started)) {
          this.log.warn('The log on EventStoreDB ends before the checkpoint of the read models: it has been restored');
          return answer;
        }
        if (!behind) this.log.warn('EventStoreDB answered from a log that ends before the known position: retrying');
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

  /** Reads that begin from now on are accepted only after this report of a position; if it fails, its caller learns that. */
  awaitReport(report: Promise<void>): void {
    this.reporting = report;
    const done = (): void => {
      if (this.reporting === report) this.reporting = undefined;
    };
    report.then(done, done);
  }

  /** Records that a node has shown a position. */
  note(session: Session, position: Position): Position {
    this.known.see(position);
    session.shown = afterPosition(session.shown, position);
    return position;
  }

  /** After an error the client may be connected to another node, which has shown nothing yet. */
  lost(session: Session): void {
    if (session === this.session) this.session = { client: session.client, shown: undefined };
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.session.client.dispose();
  }

  /** Whether the node's log reaches the known position. */
  private async reaches(session: Session, known: Position | undefined): Promise<boolean> {
    const reaches = () => known === undefined || (session.shown !== undefined && session.shown >= known);
    // A lagging leader never catches up while it leads, and refuses calls afterwards: what it shows now, it knew when it answered.
    if (!reaches()) await session.looking?.catch(() => undefined);
    if (!reaches()) await (session.looking ??= this.look(session));
    return reaches();
  }

  /** One read, shared by all concurrent callers. */
  private look(session: Session): Promise<unknown> {
    const options = { direction: BACKWARDS, fromPosition: END, maxCount: 1 } as const;
    return this.readAll(session, options).finally(() => (session.looking = undefined));
  }

  private async collected<E extends RecordedEvent>(
    session: Session,
    reading: AsyncIterable<{ event?: E }> & { on(name: 'error', listener: () => void): unknown },
  ): Promise<E[]> {
    // Handles the error even if no caller waits any more.
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

  /** Replaces the client, because its connection may be dead unnoticed. */
  private renew(session: Session): void {
    if (session.client !== this.session.client || this.closed) return;
    this.session = this.open();
    void session.client.dispose().catch(() => undefined);
  }

  private open(): Session {
    return { client: EventStoreDBClient.connectionString(this.url), shown: undefined };
  }
}

/** The `type` of the client's errors; raw connection errors have none. */
export function typeOf(error: unknown): string | undefined {
  return (error as { type?: string } | null)?.type;
}

/** Whether the error is the server's answer to the request, not a broken connection. */
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

/** Whether the error concerns the connection, so that the client may switch nodes, and not the request. */
export function isOfConnection(error: unknown): boolean {
  return [undefined, 'not-leader', 'unavailable', 'cancelled'].includes(typeOf(error)) || isElsewhere(error);
}

/** Whether a node refused before doing anything, because it does not lead or is starting. */
function isElsewhere(error: unknown): boolean {
  const { message = '' } = error as { message?: string };
  return typeOf(error) === 'not-leader' || /not ready|too busy|no leader/i.test(message);
}

/** Waits for a report of a position. */
function isReported(report: Promise<void>): Promise<boolean> {
  return report.then(
    () => true,
    () => false,
  );
}
