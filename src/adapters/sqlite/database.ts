import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync, statSync } from 'node:fs';
import { StartRefused } from '../../kernel/errors.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { createPrivate } from './private-files.ts';
import { onFile, storageFault } from './storage-fault.ts';

/** Values that can be bound: SQLite accepts no booleans, dates or undefined. */
export type Param = string | number | null;

export interface OpenOptions {
  /** For operator commands next to a running service: the file must exist and is not written. */
  readOnly?: boolean;
  /** The program of a thread that does all writing; by default, the caller's thread does. */
  thread?: URL | undefined;
}

export interface Statement {
  all(...params: Param[]): unknown[];
  get(...params: Param[]): unknown;
  run(...params: Param[]): { changes: number; lastInsertRowid: number | bigint };
}

/** Rows per read; longer results are read page by page. */
export const PAGE_SIZE = 500;

const MAX_STATEMENTS = 500;
/** Files up to this size are checked completely when opened: 0.15 s from memory, but page by page from a slow disk 15 s (docs/SCALE.md). */
const CHECKED_BYTES = 512 * 2 ** 20;

interface PendingWrite {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * One SQLite file: WAL, cached prepared statements, and one commit for all writes of a turn of the event loop. Every operation throws
 * StorageUnavailable if the disk is full or not writable, or the file is damaged.
 */
export class Database {
  readonly readOnly: boolean;
  private readonly connection: DatabaseSyncInstance;
  private readonly statements = new Map<string, Statement>();
  private pending: PendingWrite[] = [];
  private open = true;

  /**
   * @param synchronous FULL: commits survive a power failure; NORMAL: they survive a crash of the process
   * @throws StartRefused the file to read does not exist · StorageUnavailable
   */
  constructor(
    readonly file: string,
    synchronous: 'FULL' | 'NORMAL',
    options: Pick<OpenOptions, 'readOnly'> & {
      /** Another connection of this process has checked the file. */
      isChecked?: boolean;
    } = {},
  ) {
    this.readOnly = options.readOnly ?? false;
    if (this.readOnly && !existsSync(file))
      throw new StartRefused(`There is no ${file}: start Tillbook once, or set DATA_DIR to its data folder`);
    this.connection = onFile(file, () => {
      if (!this.readOnly) createPrivate(file);
      return new DatabaseSync(file, { readOnly: this.readOnly, timeout: 5_000 });
    });
    if (this.readOnly) return;
    try {
      this.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}`);
      if (!options.isChecked) this.check();
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.open;
  }

  exec(sql: string): void {
    onFile(this.file, () => this.connection.exec(sql));
  }

  /** The prepared statement of this text, from an LRU cache. */
  prepare(sql: string): Statement {
    const known = this.statements.get(sql);
    const statement = known ?? this.compile(sql);
    if (known) this.statements.delete(sql);
    this.statements.set(sql, statement);
    if (this.statements.size > MAX_STATEMENTS) this.statements.delete(this.statements.keys().next().value!);
    return statement;
  }

  /** Runs `work` in its own savepoint, in one commit with all other writes of this turn; resolves after the commit. */
  write<T>(work: () => T): Promise<T> {
    if (!this.open) return Promise.reject(new Error(`${this.file} is closed`));
    if (this.readOnly) return Promise.reject(new Error(`${this.file} is open read-only`));
    return new Promise<T>((resolve, reject) => {
      // The check phase follows the poll phase, so requests that came in together commit together.
      if (this.pending.length === 0) setImmediate(() => this.flush());
      this.pending.push({ work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Runs `read` on one consistent state of the file. It pins the WAL: for short operator commands only. */
  async snapshot<T>(read: () => Promise<T>): Promise<T> {
    if (!this.readOnly) throw new Error('A snapshot needs its own connection: open the store read-only');
    this.exec('BEGIN');
    try {
      // The first read fixes the state.
      this.prepare('SELECT count(*) FROM sqlite_schema').get();
      return await read();
    } finally {
      this.connection.exec('COMMIT');
    }
  }

  /** Commits pending writes and closes the file. */
  close(): void {
    if (!this.open) return;
    this.flush();
    this.open = false;
    this.statements.clear();
    // The driver releases the file only when its statements are garbage-collected, so the WAL is emptied here; a reader may prevent that.
    try {
      if (!this.readOnly) this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // On a full disk, for example, the WAL remains, and the next process that opens the file reads the commits from it.
      if (!(error instanceof StorageUnavailable)) throw error;
    }
    this.connection.close();
  }

  /** @throws StorageUnavailable the file is not a valid database */
  private check(): void {
    if (statSync(this.file).size > CHECKED_BYTES) return;
    const { quick_check: found } = this.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    if (found !== 'ok') throw new StorageUnavailable('damaged', this.file, new Error(found));
  }

  private compile(sql: string): Statement {
    const { file } = this;
    const statement = onFile(file, () => this.connection.prepare(sql)) as Statement;
    return {
      all: (...params) => onFile(file, () => statement.all(...params)),
      get: (...params) => onFile(file, () => statement.get(...params)),
      run: (...params) => onFile(file, () => statement.run(...params)),
    };
  }

  private flush(): void {
    const writes = this.pending;
    this.pending = [];
    if (writes.length === 0) return;
    try {
      // A failed transaction whose rollback failed too may still be open.
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
      this.connection.exec('BEGIN IMMEDIATE');
      const answers = writes.map((write) => this.inSavepoint(write));
      this.connection.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (error) {
      for (const write of writes) write.reject(storageFault(error, this.file));
      this.rollBack();
    }
  }

  /** Ignores errors, because no caller could catch them; the next write tries again. */
  private rollBack(): void {
    try {
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  /** @returns reports the result to the caller, to be called after the commit */
  private inSavepoint({ work, resolve, reject }: PendingWrite): () => void {
    this.prepare('SAVEPOINT one').run();
    try {
      const value = work();
      this.prepare('RELEASE one').run();
      return () => resolve(value);
    } catch (error) {
      // On a full disk SQLite rolls back the whole transaction, so all its writes have failed.
      if (!this.connection.isTransaction) throw error;
      this.prepare('ROLLBACK TO one').run();
      this.prepare('RELEASE one').run();
      return () => reject(error);
    }
  }
}

/** Whether a string contains a NUL, at which binding would truncate it. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}
