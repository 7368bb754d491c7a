import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finishReplacement } from './folder-replacement.ts';

const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;
const NOT_WRITABLE: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'];

/** Another process writes this data folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} is in use: another Tillbook runs on it. Stop that one, or set DATA_DIR to another folder.`,
    );
    this.name = 'FolderInUse';
  }
}

/** This user may not write there, or nobody can. */
export class FolderNotWritable extends Error {
  constructor(folder: string) {
    super(
      `The data folder ${folder} can't be written: give it to the user that runs Tillbook, or set DATA_DIR to another.`,
    );
    this.name = 'FolderNotWritable';
  }
}

// A connection that nobody refers to any more is closed by the garbage collector, and its lock with it.
const held = new Set<DatabaseSyncInstance>();

/** One process writes a data folder: an exclusive transaction held open on `lock.db`, freed by the system however the process ends. */
export class FolderLock {
  private constructor(private readonly connection: DatabaseSyncInstance) {}

  /**
   * Makes the folder where it is missing, and finishes a restore that was broken off.
   * @param waitMs how long a process that is just ending may take to let go, in milliseconds
   * @throws FolderInUse · FolderNotWritable
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
      throw (error as { errcode?: number }).errcode === SQLITE_BUSY ? new FolderInUse(folder) : error;
    }
  }

  release(): void {
    if (held.delete(this.connection)) this.connection.close();
  }
}

function open(folder: string, waitMs: number): DatabaseSyncInstance {
  try {
    mkdirSync(folder, { recursive: true });
    return new DatabaseSync(join(folder, 'lock.db'), { timeout: waitMs });
  } catch (error) {
    const { code, errcode } = error as { code?: string; errcode?: number };
    throw NOT_WRITABLE.includes(code) || errcode === SQLITE_CANTOPEN ? new FolderNotWritable(folder) : error;
  }
}
