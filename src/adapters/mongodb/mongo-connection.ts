import { MongoClient, MongoNetworkError, MongoServerError, type Db } from 'mongodb';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import { inTime } from '../../kernel/waiters.ts';

/** Nothing waits longer for an answer. */
const PATIENCE_MS = 6_000;
const CONNECT_MS = 5_000;
const HEARTBEAT_MS = 2_000;
/** A heartbeat has ended by then, well or not, unless its monitor is stuck. */
const STUCK_MS = CONNECT_MS + HEARTBEAT_MS + 3_000;
const LOOK_EVERY_MS = 1_000;
const DUPLICATE_KEY = 11_000;

/** Errors by their names, which the driver keeps stable: not there, too late, no leader, a broken connection, a client that was replaced. */
const UNREACHABLE =
  /^Mongo(Network|ServerSelection|ServerClosed|OperationTimeout|WaitQueueTimeout|Topology|NotConnected|PoolC|ClientClosed|ExpiredSession)/;
/** What a server answers that stops, or leads no more. */
const STOPPING: readonly unknown[] = [91, 189, 10_107, 11_600, 11_602, 13_435, 13_436];
/** A socket's own error, `EPIPE` and its kind, which the driver passes on bare where it breaks as a command is written. */
const BROKEN_SOCKET = /^E[A-Z]+$/;

/**
 * One MongoDB database, for documents and Vault alike. The driver (7.8.0) has monitors that find servers again; one whose socket is closed at
 * the moment it has connected waits for ever, and its client with it. Then another client takes over.
 */
export class MongoConnection {
  private client: MongoClient;
  /** When each server's last heartbeat ended, well or not. */
  private readonly heartbeats = new Map<string, number>();
  private readonly watching: NodeJS.Timeout;

  /** @param url with the database's name: `mongodb://host/tillbook` */
  constructor(
    private readonly url: string,
    private readonly options: { patienceMs?: number } = {},
  ) {
    this.client = this.newClient();
    this.watching = setInterval(() => this.watch(), LOOK_EVERY_MS).unref();
  }

  /** To be asked for anew each time. */
  get db(): Db {
    return this.client.db();
  }

  /** @throws ServiceUnavailable it does not answer */
  async check(): Promise<void> {
    await answered(this.db.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    clearInterval(this.watching);
    await this.client.close();
  }

  private newClient(): MongoClient {
    const { patienceMs = PATIENCE_MS } = this.options;
    const client = new MongoClient(this.url, {
      appName: 'tillbook',
      serverSelectionTimeoutMS: patienceMs,
      connectTimeoutMS: Math.min(patienceMs, CONNECT_MS),
      socketTimeoutMS: patienceMs,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      serverMonitoringMode: 'poll',
      // A write that failed on the way may have been done, which only its caller can judge.
      retryWrites: false,
      ignoreUndefined: true,
    });
    const beat = ({ connectionId }: { connectionId: string }) => this.heartbeats.set(connectionId, performance.now());
    client.on('serverHeartbeatSucceeded', beat).on('serverHeartbeatFailed', beat);
    client.on('serverClosed', ({ address }) => this.heartbeats.delete(address));
    return client;
  }

  private watch(): void {
    const now = performance.now();
    if ([...this.heartbeats.values()].every((at) => now - at < STUCK_MS)) return;
    this.heartbeats.clear();
    const stuck = this.client;
    this.client = this.newClient();
    void stuck.close().catch(() => undefined);
  }
}

/** An answer in time, or that the server has none: driver errors go no further. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    // The driver's limits are of one try each, and it tries reads twice.
    return await inTime(answer, PATIENCE_MS, () => {
      throw new ServiceUnavailable('MongoDB');
    });
  } catch (error) {
    const { name, code } = error as Error & { code?: unknown };
    const isAway = UNREACHABLE.test(name) || STOPPING.includes(code) || BROKEN_SOCKET.test(String(code));
    if (isAway || error instanceof MongoNetworkError) throw new ServiceUnavailable('MongoDB');
    throw error;
  }
}

/** Whether an insert was refused because the key is there already; any other error is thrown. */
export async function isDuplicate(insert: Promise<unknown>): Promise<boolean> {
  try {
    await answered(insert);
    return false;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return true;
    throw error;
  }
}
