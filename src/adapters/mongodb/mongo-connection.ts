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

/** Maximum wait for a response. */
const PATIENCE_MS = 6_000;
/** Of the driver, whose limits include pauses of this process; ours, which do not, are to end first. */
const DRIVER_MS = 2 * PATIENCE_MS;
const HEARTBEAT_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
/** A heartbeat has succeeded or failed by then, unless its monitor is stuck. */
const STUCK_LOOKS = (DRIVER_MS + HEARTBEAT_MS + 3_000) / LOOK_EVERY_MS;
export const DUPLICATE_KEY = 11_000;

/** Names of driver errors, which are stable: unreachable, timed out, no leader, broken connection, replaced client. */
const UNREACHABLE =
  /^Mongo(Network|ServerSelection|ServerClosed|OperationTimeout|WaitQueueTimeout|Topology|NotConnected|PoolC|ClientClosed|ExpiredSession)/;
/**
 * Error codes of a temporarily unavailable server: all codes after which the driver itself retries or resumes (7.8.0,
 * `RETRYABLE_READ_ERROR_CODES` and `GET_MORE_RESUMABLE_CODES`), except for change streams.
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
/** A call that fails within this time is retried at once; a slower failure means that the server is unavailable. */
const QUICKLY_MS = 2_000;
/** Socket errors such as `EPIPE`, which the driver does not wrap if the connection breaks while a command is written. */
const BROKEN_SOCKET = /^E[A-Z]+$/;

/**
 * One MongoDB database, for documents and the Vault. The driver (7.8.0) monitors servers to reconnect; a monitor whose socket closes just as it
 * has connected hangs for good, and so does its client. Then a new client replaces it.
 */
export class MongoConnection {
  private client: MongoClient;
  /** The client's, made once: each one merges all options anew. */
  private database: Db;
  /**
   * How many looks ago each server's last heartbeat succeeded or failed. No heartbeat happens while this process is blocked, for example by a
   * write to a slow disk; nor does a look.
   */
  private readonly heartbeats = new Map<string, number>();
  private readonly watching: NodeJS.Timeout;

  /** @param url with the database's name: `mongodb://host/tillbook` */
  constructor(
    private readonly url: string,
    private readonly options: { patienceMs?: number } = {},
  ) {
    this.client = this.newClient();
    this.database = this.client.db();
    this.watching = setInterval(() => this.watch(), LOOK_EVERY_MS).unref();
  }

  /** Not to be kept by callers, because the client may be replaced. */
  get db(): Db {
    return this.database;
  }

  /** @throws ServiceUnavailable the server does not respond */
  async check(): Promise<void> {
    await withRetry(() => answered(this.db.command({ ping: 1 })));
  }

  async close(): Promise<void> {
    clearInterval(this.watching);
    await this.client.close();
  }

  private newClient(): MongoClient {
    const { patienceMs = DRIVER_MS } = this.options;
    const client = new MongoClient(this.url, {
      appName: 'tillbook',
      serverSelectionTimeoutMS: patienceMs,
      connectTimeoutMS: patienceMs,
      socketTimeoutMS: patienceMs,
      heartbeatFrequencyMS: HEARTBEAT_MS,
      serverMonitoringMode: 'poll',
      // Only the caller can decide whether to repeat a write with an unknown outcome.
      retryWrites: false,
      ignoreUndefined: true,
    });
    const beat = ({ connectionId }: { connectionId: string }) => this.heartbeats.set(connectionId, 0);
    client.on('serverHeartbeatSucceeded', beat).on('serverHeartbeatFailed', beat);
    client.on('serverClosed', ({ address }) => this.heartbeats.delete(address));
    return client;
  }

  private watch(): void {
    for (const [server, looks] of this.heartbeats) this.heartbeats.set(server, looks + 1);
    if ([...this.heartbeats.values()].every((looks) => looks < STUCK_LOOKS)) return;
    this.heartbeats.clear();
    const stuck = this.client;
    this.client = this.newClient();
    this.database = this.client.db();
    void stuck.close().catch(() => undefined);
  }
}

/**
 * Waits for a response, with a time limit.
 * @throws ServiceUnavailable no response in time, or an error of the driver that means the same
 */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  // The driver's limits apply per attempt, and it attempts reads twice.
  return answeredUntimed(
    withTimeout(answer, PATIENCE_MS, () => {
      throw new ServiceUnavailable('MongoDB');
    }),
  );
}

/** Waits without a time limit while the server is alive; the command must be sent with `UNTIMED`. @throws ServiceUnavailable */
export async function answeredUntimed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw isUnavailable(error) ? new ServiceUnavailable('MongoDB') : error;
  }
}

/** Disables the socket timeout for one command; the driver supports this option although its types lack it. */
export const UNTIMED = { socketTimeoutMS: 0 } as CreateIndexesOptions;

/** Retries once after a broken connection: for idempotent work that must not fail a start. @throws ServiceUnavailable */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
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
  // Without an answer from the server the connection broke; for a bulk write that means an error without a code.
  const isAnswer = error instanceof MongoServerError && name !== 'MongoBulkWriteError';
  return code === undefined && !isAnswer && name !== 'MongoParseError';
}

/** Whether an insert failed because the key already exists; rethrows other errors. */
export async function isDuplicate(insert: Promise<unknown>): Promise<boolean> {
  try {
    await answered(insert);
    return false;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return true;
    throw error;
  }
}
