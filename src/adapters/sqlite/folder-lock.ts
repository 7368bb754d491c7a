import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../kernel/errors.ts';
import { finishReplacement } from './folder-replacement.ts';
import { checkWritable, createPrivate, tighten } from './private-files.ts';
import { storageFault } from './storage-fault.ts';

const SQLITE_BUSY = 5;
const LOCK = 'lock.db';
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

// Keeps connections referenced: the garbage collector would close them and release their locks.
const held = new Set<DatabaseSyncInstance>();

/** Ensures that one process writes a data folder: an open exclusive transaction on `lock.db`, which the system releases however the process ends. */
export class FolderLock {
  private constructor(private readonly connection: DatabaseSyncInstance) {}

  /**
   * Creates the folder if it is missing, restricts it to its owner, and finishes an interrupted restore.
   * @param waitMs how long a process that is just ending may take to release it, in milliseconds
   * @throws FolderInUse · FolderNotWritable · StorageUnavailable
   */
  static take(folder: string, waitMs = 0): FolderLock {
    const connection = open(folder, waitMs);
    try {
      connection.exec('BEGIN EXCLUSIVE');
      finishReplacement(folder);
      held.add(connection);
      return new FolderLock(connection);
    } catch (error) {
      connection.close();
      throw (error as { errcode?: number }).errcode === SQLITE_BUSY
        ? new FolderInUse(folder)
        : storageFault(error, join(folder, LOCK));
    }
  }

  release(): void {
    if (held.delete(this.connection)) this.connection.close();
  }
}

function open(folder: string, waitMs: number): DatabaseSyncInstance {
  const file = join(folder, LOCK);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    checkWritable(folder);
    tighten(folder);
    createPrivate(file);
    return new DatabaseSync(file, { timeout: waitMs });
  } catch (error) {
    if (NOT_WRITABLE.includes((error as { code?: string }).code)) throw new FolderNotWritable(folder);
    throw storageFault(error, file);
  }
}
