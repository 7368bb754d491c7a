import {
  MongoAPIError,
  MongoClient,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  type CreateIndexesOptions,
  type Db,
} from 'mongodb';
import { ServiceUnavailable } from '../../kernel/errors.ts';
import { withTimeout } from '../../kernel/coordination/waiting.ts';

/** Nothing waits longer for an answer. */
const PATIENCE_MS = 6_000;
const CONNECT_MS = 5_000;
const HEARTBEAT_MS = 2_000;
/** A heartbeat has ended by then, well or not, unless its monitor is stuck. */
const STUCK_MS = CONNECT_MS + HEARTBEAT_MS + 3_000;
const LOOK_EVERY_MS = 1_000;
const DUPLICATE_KEY = 11_000;

/** Errors by their names, which the driver keeps stable: unreachable, too late, no leader, a broken connection, a client that was replaced. */
const UNREACHABLE =
  /^Mongo(Network|ServerSelection|ServerClosed|OperationTimeout|WaitQueueTimeout|Topology|NotConnected|PoolC|ClientClosed|ExpiredSession)/;
/**
 * What a server answers that is unavailable for a while: every code that the driver itself retries or resumes after (7.8.0,
 * `RETRYABLE_READ_ERROR_CODES` and `GET_MORE_RESUMABLE_CODES`), save for change streams.
 */
const UNAVAILABLE: ReadonlySet<unknown> = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  91, // ShutdownInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_388, // StaleConfig
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);
/** A connection that broke is tried again at once, a server that does not answer is not. */
const QUICKLY_MS = 2_000;
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
    await withSecondTry(() => answered(this.db.command({ ping: 1 })));
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

/**
 * An answer in time.
 * @throws ServiceUnavailable there is none: what the driver throws for that goes no further
 */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  // The driver's limits are of one try each, and it tries reads twice.
  return answeredAtLast(
    withTimeout(answer, PATIENCE_MS, () => {
      throw new ServiceUnavailable('MongoDB');
    }),
  );
}

/** An answer however long it takes, while its server lives; the command must be sent with `UNTIMED`. @throws ServiceUnavailable */
export async function answeredAtLast<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isUnavailable(error) ? new ServiceUnavailable('MongoDB') : error;
  }
}

/** The driver lets the socket be silent for as long as this command takes; it passes the option on, though its type does not name it. */
export const UNTIMED = { socketTimeoutMS: 0 } as CreateIndexesOptions;

/** Once more where a connection broke: for what may be done twice, and must not end a start. @throws ServiceUnavailable */
export async function withSecondTry<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceUnavailable) || performance.now() - began > QUICKLY_MS) throw error;
    return work();
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof MongoNetworkError) return true;
  const { name, code } = error as Error & { code?: unknown };
  if (UNREACHABLE.test(name) || UNAVAILABLE.has(code) || BROKEN_SOCKET.test(String(code))) return true;
  if (!(error instanceof MongoError) || error instanceof MongoAPIError) return false;
  if (error.hasErrorLabel('RetryableWriteError')) return true;
  // What no server has answered broke on the way; a bulk write says so by having no code.
  const isAnswer = error instanceof MongoServerError && name !== 'MongoBulkWriteError';
  return code === undefined && !isAnswer && name !== 'MongoParseError';
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
