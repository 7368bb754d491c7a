import type { Database } from './database.ts';
import { WriteThread } from './write-thread.ts';

/** Functions that write a file. Their arguments and results can be cloned, because they may run in another thread. */
export type Writes = Readonly<Record<string, (db: Database, ...args: never[]) => unknown>>;

/** A file of the data folder, and everything that is written to it. */
export interface DatabaseFile<W extends Writes = Writes> {
  name: 'log.db' | 'vault.db' | 'documents.db';
  /** FULL: commits survive a power failure; NORMAL: they survive a crash of the process */
  synchronous: 'FULL' | 'NORMAL';
  /** For every connection that writes: settings, and tables if they do not exist. */
  schema: string;
  writes: W;
}

type Arguments<F> = F extends (db: Database, ...args: infer A) => unknown ? A : never;

/**
 * Writes a file: in a thread of its own, which waits for the disk while this one goes on, or on the given connection. Writes of one turn of the
 * event loop share a commit, each in its own savepoint, and resolve after it.
 */
export class Writer<W extends Writes> {
  private thread: WriteThread | undefined;
  private isClosing = false;

  /**
   * Creates what is missing in the file, unless it is open read-only.
   * @param program of the thread; undefined: writes run on `db`, in this thread
   */
  constructor(
    private readonly db: Database,
    private readonly file: DatabaseFile<W>,
    private readonly program: URL | undefined,
  ) {
    if (db.readOnly) return;
    db.exec(file.schema);
    // Two connections that write would wait for each other, and this thread with them.
    if (program) db.exec('PRAGMA query_only = ON');
  }

  write<N extends keyof W & string>(name: N, ...args: Arguments<W[N]>): Promise<ReturnType<W[N]>> {
    const { db, file } = this;
    if (!this.program || db.readOnly) return db.write(() => file.writes[name]!(db, ...args) as ReturnType<W[N]>);
    if (this.isClosing) return Promise.reject(new Error(`${db.file} is closed`));
    return this.started(this.program).call(name, args) as Promise<ReturnType<W[N]>>;
  }

  /** From now on, commits and all before them survive a power failure (FULL), or only a crash of the process (NORMAL). */
  async setSynchronous(synchronous: 'FULL' | 'NORMAL'): Promise<void> {
    await this.exec(`PRAGMA synchronous = ${synchronous}`);
    if (synchronous === 'FULL') await this.scrub();
  }

  /** Moves writes from the WAL into the file, so that nothing remains of overwritten or (with `secure_delete`) deleted data. */
  scrub(): Promise<void> {
    return this.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  /** Commits pending writes and closes the file. */
  async close(): Promise<void> {
    this.isClosing = true;
    try {
      await this.thread?.close();
    } finally {
      this.db.close();
    }
  }

  /** Runs statements outside of a transaction. */
  private async exec(sql: string): Promise<void> {
    if (this.program) await this.started(this.program).exec(sql);
    else this.db.exec(sql);
  }

  private started(program: URL): WriteThread {
    if (!this.thread?.isRunning) this.thread = new WriteThread(program, this.file.name, this.db.file);
    return this.thread;
  }
}
