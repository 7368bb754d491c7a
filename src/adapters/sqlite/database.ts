import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync, statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StartRefused } from '../../kernel/errors.ts';
import { StorageUnavailable } from '../../kernel/storage-unavailable.ts';
import { createPrivate } from './private-files.ts';
import { onFile, storageFault } from './storage-fault.ts';

/** What may be bound: SQLite takes no booleans, dates or undefined. */
export type Param = string | number | null;

export interface OpenOptions {
  /** For operator commands beside the running program: the file must be there, and nothing is written. */
  readOnly?: boolean;
}

export interface Statement {
  all(...params: Param[]): unknown[];
  get(...params: Param[]): unknown;
  run(...params: Param[]): { changes: number; lastInsertRowid: number | bigint };
}

/** Rows of one read; a longer answer is read page by page. */
export const PAGE_SIZE = 500;

const MAX_STATEMENTS = 500;
/** Files up to this size are checked as a whole when they are opened: about 0.3 s per GiB. */
const CHECKED_BYTES = 4 * 2 ** 30;

interface PendingWrite {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/**
 * One SQLite file: WAL, prepared statements kept, and writes of one turn of the event loop in one commit. Whatever is asked of it fails with
 * StorageUnavailable where the disk is full, cannot be written, or the file is damaged.
 */
export class Database {
  readonly readOnly: boolean;
  private readonly connection: DatabaseSyncInstance;
  private readonly statements = new Map<string, Statement>();
  private pending: PendingWrite[] = [];
  private open = true;

  /**
   * @param synchronous FULL: a commit that was answered survives a power cut; NORMAL: it survives a crash of the process
   * @throws StartRefused there is no such file to read · StorageUnavailable
   */
  constructor(
    readonly file: string,
    synchronous: 'FULL' | 'NORMAL',
    options: OpenOptions = {},
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
      this.check();
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  /** From now on a commit survives a power cut too (FULL), with all before it, or a crash of the process alone (NORMAL). */
  setSynchronous(synchronous: 'FULL' | 'NORMAL'): void {
    this.exec(`PRAGMA synchronous = ${synchronous}`);
    if (synchronous === 'FULL') this.scrub();
  }

  /** Moves what was written from the WAL into the file: of what was overwritten or deleted (with `secure_delete`) nothing is left. */
  scrub(): void {
    this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  get isOpen(): boolean {
    return this.open;
  }

  exec(sql: string): void {
    onFile(this.file, () => this.connection.exec(sql));
  }

  /** The prepared statement of this text; the least recently used go where there are many. */
  prepare(sql: string): Statement {
    const known = this.statements.get(sql);
    const statement = known ?? this.compile(sql);
    if (known) this.statements.delete(sql);
    this.statements.set(sql, statement);
    if (this.statements.size > MAX_STATEMENTS) this.statements.delete(this.statements.keys().next().value!);
    return statement;
  }

  /** Runs `work` in a savepoint of its own, in one commit with every other write of this turn; answers after the commit. */
  write<T>(work: () => T): Promise<T> {
    if (!this.open) return Promise.reject(new Error(`${this.file} is closed`));
    if (this.readOnly) return Promise.reject(new Error(`${this.file} is open for reading only`));
    return new Promise<T>((resolve, reject) => {
      // The check phase follows the poll phase, so requests that came in together commit together.
      if (this.pending.length === 0) setImmediate(() => this.flush());
      this.pending.push({ work, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Runs `read` on one state of the file, whatever is written meanwhile. It pins the WAL: for short work of operators only. */
  async snapshot<T>(read: () => Promise<T>): Promise<T> {
    if (!this.readOnly) throw new Error('A snapshot needs a connection of its own: open the store read-only');
    this.exec('BEGIN');
    try {
      // The state is taken at the first read.
      this.prepare('SELECT count(*) FROM sqlite_schema').get();
      return await read();
    } finally {
      this.connection.exec('COMMIT');
    }
  }

  /** Commits what is pending and closes the file. */
  close(): void {
    if (!this.open) return;
    this.flush();
    this.open = false;
    this.statements.clear();
    // The driver lets go of the file only when its statements are collected, so the WAL is emptied here; a reader may prevent that.
    try {
      if (!this.readOnly) this.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      // On a full disk, for one: then the WAL stays, and whoever opens the file next finds in it what was committed.
      if (!(error instanceof StorageUnavailable)) throw error;
    }
    this.connection.close();
  }

  /** @throws StorageUnavailable its pages are not those of a database */
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
      // Of a transaction that could not even be rolled back when it failed.
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

  /** Runs from the event loop, where nobody could catch an error; the next write tries again. */
  private rollBack(): void {
    try {
      if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
    } catch {
      return;
    }
  }

  /** The answer is given later, when the commit is through. */
  private inSavepoint({ work, resolve, reject }: PendingWrite): () => void {
    this.prepare('SAVEPOINT one').run();
    try {
      const value = work();
      this.prepare('RELEASE one').run();
      return () => resolve(value);
    } catch (error) {
      // A full disk rolls the whole transaction back by itself, and every write of it has failed.
      if (!this.connection.isTransaction) throw error;
      this.prepare('ROLLBACK TO one').run();
      this.prepare('RELEASE one').run();
      return () => reject(error);
    }
  }
}

/** Lets other work of the process go first when 10 ms have passed since the last time. */
export function yieldEvery10Ms(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 10) return;
    await nextTurn();
    since = performance.now();
  };
}

/** Text with a NUL in it would be cut when bound. */
export function hasNul(text: string): boolean {
  return text.includes('\0');
}
