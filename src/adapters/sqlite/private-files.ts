import { accessSync, chmodSync, closeSync, constants, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 0o700;
const FILE = 0o600;
const DATABASE = /^(log|vault|documents|lock)\.db/;
const OURS = /^((log|vault|documents|lock)\.db(-wal|-shm|-journal)?|keys\.json|backup\.json)$/;

/** Creates a file that only its owner can read, unless it exists. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', FILE));
}

/** Restricts a data folder and Tillbook's files in it to the owner. */
export function tighten(folder: string): void {
  restrict(folder, FOLDER);
  for (const name of ours(folder)) restrict(join(folder, name), FILE);
}

/** @throws EACCES, EROFS … the folder or one of its databases cannot be written; keys may be read-only */
export function checkWritable(folder: string): void {
  const databases = ours(folder).filter((name) => DATABASE.test(name));
  for (const path of [folder, ...databases.map((name) => join(folder, name))]) accessSync(path, constants.W_OK);
}

function ours(folder: string): string[] {
  return readdirSync(folder).filter((name) => OURS.test(name));
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch {
    // A file owned by another user, a file system without modes, or a WAL that was removed meanwhile.
  }
}
