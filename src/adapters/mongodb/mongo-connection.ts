import { MongoClient, MongoNetworkError, MongoServerError, type Db } from 'mongodb';
import { ServiceUnavailable } from '../../kernel/errors.ts';

/** Nothing waits longer for an answer. */
const PATIENCE_MS = 8_000;
const DUPLICATE_KEY = 11_000;

/** Errors by their names, which the driver keeps stable: not there, too late, no leader, a broken connection. */
const UNREACHABLE = /^Mongo(Network|NetworkTimeout|ServerSelection|OperationTimeout|Topology|NotConnected|PoolCleared)/;

/** One MongoDB database, for documents and Vault alike. */
export class MongoConnection {
  private readonly client: MongoClient;
  readonly db: Db;

  /** @param url with the database's name: `mongodb://host/tillbook` */
  constructor(url: string, { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {}) {
    this.client = new MongoClient(url, {
      appName: 'tillbook',
      serverSelectionTimeoutMS: patienceMs,
      connectTimeoutMS: patienceMs,
      socketTimeoutMS: patienceMs,
      // A write that failed on the way may have been done, which only its caller can judge.
      retryWrites: false,
      ignoreUndefined: true,
    });
    this.db = this.client.db();
  }

  /** @throws ServiceUnavailable it does not answer */
  async check(): Promise<void> {
    await answered(this.db.command({ ping: 1 }));
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

/** An answer, or that the server has none: driver errors go no further. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { name } = error as Error;
    if (error instanceof MongoNetworkError || UNREACHABLE.test(name)) throw new ServiceUnavailable('MongoDB');
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
