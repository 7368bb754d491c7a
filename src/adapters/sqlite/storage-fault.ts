import { StorageUnavailable, type StorageFault } from '../../kernel/storage-unavailable.ts';

/** SQLite's primary result codes. */
const CODES: Readonly<Record<number, StorageFault>> = {
  3: 'unwritable',
  8: 'unwritable',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'unwritable',
  26: 'damaged',
};

/** The driver sets no code if a statement fails midway, so SQLite's messages, which are stable, identify these faults. */
const TEXTS: readonly (readonly [RegExp, StorageFault])[] = [
  [/database or disk is full/, 'full'],
  [/attempt to write a readonly database/, 'unwritable'],
  [/database disk image is malformed|file is not a database/, 'damaged'],
  [/unable to open database file/, 'unwritable'],
  [/disk I\/O error/, 'failing'],
];

/** Error codes of Node's file functions. */
const FILE_CODES: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'unwritable',
  EACCES: 'unwritable',
  EPERM: 'unwritable',
  EIO: 'failing',
};

/** An error of the driver or Node as StorageUnavailable if the disk or the file is at fault; otherwise unchanged. */
export function storageFault(error: unknown, file: string): unknown {
  if (error instanceof StorageUnavailable) return error;
  const fault = faultOf(error as Thrown);
  return fault ? new StorageUnavailable(fault, file, error) : error;
}

/** Runs work on a file. @throws StorageUnavailable */
export function onFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageFault(error, file);
  }
}

type Thrown = Error & { errcode?: number; code?: string | number };

function faultOf({ errcode, code, message }: Thrown): StorageFault | undefined {
  if (code !== 'ERR_SQLITE_ERROR') return FILE_CODES[String(code)];
  return CODES[(errcode ?? 0) & 0xff] ?? TEXTS.find(([text]) => text.test(message))?.[1];
}
