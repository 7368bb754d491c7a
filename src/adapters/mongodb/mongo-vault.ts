import { randomInt } from 'node:crypto';
import type { Collection as MongoCollection, Filter } from 'mongodb';
import type { KeptEntry, MovableVault, PutOptions, VaultEntry } from '../../kernel/ports/vault.ts';
import {
  answered,
  answeredUntimed,
  isDuplicate,
  UNTIMED,
  withRetry,
  type MongoConnection,
} from './mongo-connection.ts';

const PAGE_SIZE = 500;
const COLLECTION = 'vault';
/** If two writers create the same entry, one of them retries. */
const ATTEMPTS = 5;

interface Row {
  _id: string;
  version: number;
  /** null for a counter. */
  value: string | null;
  /** Of the value, in bytes; missing in a counter. */
  size?: number;
  counter: number | null;
  expires_at: string | null;
  /** The same as a date, by which the server deletes expired entries. */
  expires: Date | null;
}

/** The Vault on MongoDB, to be wrapped by EncryptedVault. Each change is one atomic command on one document. */
export class MongoVault implements MovableVault {
  private readonly clock: () => number;

  /** @param now machine time in milliseconds since 1970 */
  constructor(
    private readonly connection: MongoConnection,
    { now = Date.now }: { now?: () => number } = {},
  ) {
    this.clock = now;
  }

  private get rows(): MongoCollection<Row> {
    // Acknowledged writes are on disk, on a majority of a replica set.
    return this.connection.db.collection(COLLECTION, { writeConcern: { w: 'majority', journal: true } });
  }

  async ensure(): Promise<void> {
    const expiry = { name: 'expiry', expireAfterSeconds: 0, ...UNTIMED };
    await withRetry(() => answeredUntimed(this.rows.createIndex({ expires: 1 }, expiry)));
  }

  async getMany(keys: readonly string[]): Promise<Map<string, VaultEntry>> {
    const entries = new Map<string, VaultEntry>();
    for (let from = 0; from < keys.length; from += PAGE_SIZE) {
      const found = this.rows.find({ _id: { $in: keys.slice(from, from + PAGE_SIZE) } });
      for (const row of await answered(found.toArray()))
        if (this.isLive(row)) entries.set(row._id, { value: valueOf(row), version: row.version });
    }
    return entries;
  }

  async sizes(keys: readonly string[]): Promise<Map<string, number>> {
    const sizes = new Map<string, number>();
    for (let from = 0; from < keys.length; from += PAGE_SIZE) {
      const some = { _id: { $in: keys.slice(from, from + PAGE_SIZE) }, counter: null, ...this.live() };
      const found = this.rows.find(some, { projection: { _id: 1, size: 1 } });
      for (const { _id, size } of await answered(found.toArray())) sizes.set(_id, size ?? 0);
    }
    return sizes;
  }

  async put(key: string, value: string, options: PutOptions = {}): Promise<number | undefined> {
    const row = this.row({ value, expiresAt: options.expiresAt });
    const stored =
      options.ifVersion !== undefined
        ? await this.replace({ _id: key, version: options.ifVersion, ...this.live() }, row)
        : options.ifAbsent
          ? await this.start(key, row)
          : await this.overwrite(key, row);
    return stored ? row.version : undefined;
  }

  async take(key: string): Promise<string | undefined> {
    const row = await answered(this.rows.findOneAndDelete({ _id: key }));
    return row && this.isLive(row) ? valueOf(row) : undefined;
  }

  async add(key: string, n: number, options: { max?: number; expiresAt?: string } = {}): Promise<number | undefined> {
    if (!Number.isSafeInteger(n)) throw new Error('A counter holds integers');
    // Decrements are always allowed.
    const most = n > 0 ? options.max : undefined;
    const fits = most === undefined ? {} : { counter: { $lte: most - n } };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const change = { $inc: { counter: n }, $set: { version: newVersion() } };
      const existing: Filter<Row> = { _id: key, ...this.live(), ...fits };
      const before = await answered(this.rows.findOneAndUpdate(existing, change, { returnDocument: 'before' }));
      if (before) return before.counter! + n;
      if (most !== undefined && n > most) return undefined;
      if (await this.start(key, this.row({ counter: n, expiresAt: options.expiresAt }))) return n;
      const row = await answered(this.rows.findOne({ _id: key }));
      if (row && this.isLive(row) && most !== undefined && row.counter! + n > most) return undefined;
    }
    throw new Error(`A counter of the vault changed during each of ${ATTEMPTS} attempts to update it`);
  }

  async delete(key: string): Promise<void> {
    await answered(this.rows.deleteOne({ _id: key }));
  }

  async list(from: string, to: string, limit: number): Promise<string[]> {
    const found = this.rows
      .find({ _id: { $gte: from, $lt: to }, ...this.live() }, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit);
    return (await answered(found.toArray())).map(({ _id }) => _id);
  }

  async page(after: string, limit: number): Promise<KeptEntry[]> {
    const found = this.rows
      .find({ _id: { $gt: after }, ...this.live() })
      .sort({ _id: 1 })
      .limit(limit);
    const rows = await answered(found.toArray());
    return rows.map((row) => ({
      key: row._id,
      value: valueOf(row),
      isCounter: row.counter !== null,
      expiresAt: row.expires_at,
    }));
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /** Creates an entry if none exists or the existing one has expired. */
  private async start(key: string, row: Omit<Row, '_id'>): Promise<boolean> {
    if (!(await isDuplicate(this.rows.insertOne({ _id: key, ...row })))) return true;
    return this.replace({ _id: key, expires_at: { $lte: this.now(), $ne: null } }, row);
  }

  private async replace(filter: Filter<Row>, row: Omit<Row, '_id'>): Promise<boolean> {
    return (await answered(this.rows.replaceOne(filter, row))).matchedCount === 1;
  }

  /** An upsert that loses a race to create the entry fails; the next attempt replaces it. */
  private async overwrite(key: string, row: Omit<Row, '_id'>): Promise<boolean> {
    for (;;) if (!(await isDuplicate(this.rows.replaceOne({ _id: key }, row, { upsert: true })))) return true;
  }

  private row(given: { value?: string; counter?: number; expiresAt: string | undefined }): Omit<Row, '_id'> {
    const { value: text, counter = null, expiresAt = null } = given;
    // As JSON text, which can represent strings that UTF-8 cannot.
    const value = text === undefined ? null : JSON.stringify(text);
    return {
      version: newVersion(),
      value,
      ...(value !== null && { size: Buffer.byteLength(value) }),
      counter,
      expires_at: expiresAt,
      expires: expiresAt === null ? null : new Date(expiresAt),
    };
  }

  private live(): Filter<Row> {
    return { $or: [{ expires_at: null }, { expires_at: { $gt: this.now() } }] };
  }

  private isLive({ expires_at: expiresAt }: Row): boolean {
    return expiresAt === null || expiresAt > this.now();
  }

  private now(): string {
    return new Date(this.clock()).toISOString();
  }
}

/** Random of 2⁴⁷, so that no version is used twice. */
function newVersion(): number {
  return randomInt(1, 2 ** 47);
}

function valueOf({ value, counter }: Row): string {
  return counter === null ? (JSON.parse(value!) as string) : String(counter);
}
