import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../kernel/errors.ts';
import { finishReplacement } from './folder-replacement.ts';
import { checkWritable, createPrivate, tighten } from './private-files.ts';
import { storageFault } from './storage-fault.ts';

const SQLITE_BUSY = 5;
const LOCK = 'lock.db';
/** Of the lock's file, which might be removed or replaced. */
const CHECKED_EVERY_MS = 500;
/** A process whose lock was removed has noticed it by then, and has ended. */
const NOTICED_WITHIN_MS = 2 * CHECKED_EVERY_MS;
const NOT_WRITABLE: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

/** Another process uses this data folder. */
export class FolderInUse extends StartRefused {
  override name = 'FolderInUse';

  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use: another Tillbook process runs on it. Stop that process, or set DATA_DIR to another folder.`,
    );
  }
}

/** The data folder is read-only, or this user may not write to it. */
export class FolderNotWritable extends StartRefused {
  override name = 'FolderNotWritable';

  constructor(folder: string) {
    super(
      `The data folder ${folder} can't be written: give it to the user that runs Tillbook, or set DATA_DIR to another.`,
    );
  }
}

/** The file of the lock was removed or replaced, so another process might take the folder. */
export class FolderLost extends StartRefused {
  override name = 'FolderLost';

  constructor(file: string) {
    super(
      `${file} was removed or replaced while this process ran: it ends, because another one could write to the same folder. Check that no other runs there, and start it again.`,
    );
  }
}

// Keeps connections referenced: the garbage collector would close them and release their locks.
const held = new Set<DatabaseSyncInstance>();

/**
 * Ensures that one process writes a data folder: an open exclusive transaction on `lock.db`, which the system releases however the process ends.
 * A process whose `lock.db` is removed or replaced throws FolderLost from a timer, which ends it; one that finds none beside a log waits for that.
 */
export class FolderLock {
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly connection: DatabaseSyncInstance,
    file: string,
    identity: string | undefined,
  ) {
    this.timer = setInterval(() => {
      if (identityOf(file) === identity) return;
      clearInterval(this.timer);
      throw new FolderLost(file);
    }, CHECKED_EVERY_MS).unref();
  }

  /**
   * Creates the folder if it is missing, restricts it to its owner, and finishes an interrupted restore.
   * @param waitMs how long a process that is just ending may take to release it, in milliseconds
   * @throws FolderInUse · FolderNotWritable · StorageUnavailable
   */
  static take(folder: string, waitMs = 0): FolderLock {
    const file = join(folder, LOCK);
    const isMissing = existsSync(join(folder, 'log.db')) && !existsSync(file);
    const { connection, identity } = open(folder, waitMs);
    try {
      connection.exec('BEGIN EXCLUSIVE');
      if (isMissing) sleep(NOTICED_WITHIN_MS);
      finishReplacement(folder);
      held.add(connection);
      return new FolderLock(connection, file, identity);
    } catch (error) {
      connection.close();
      throw (error as { errcode?: number }).errcode === SQLITE_BUSY
        ? new FolderInUse(folder)
        : storageFault(error, file);
    }
  }

  release(): void {
    clearInterval(this.timer);
    if (held.delete(this.connection)) this.connection.close();
  }
}

interface Opened {
  connection: DatabaseSyncInstance;
  identity: string | undefined;
}

function open(folder: string, waitMs: number): Opened {
  const file = join(folder, LOCK);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    checkWritable(folder);
    tighten(folder);
    createPrivate(file);
    const identity = identityOf(file);
    return { connection: new DatabaseSync(file, { timeout: waitMs }), identity };
  } catch (error) {
    if (NOT_WRITABLE.includes((error as { code?: string }).code)) throw new FolderNotWritable(folder);
    throw storageFault(error, file);
  }
}

/** Of the file that has this name now; undefined if there is none. */
function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
