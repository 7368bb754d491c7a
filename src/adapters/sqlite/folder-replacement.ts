import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from './folder-copy.ts';

const PREPARED = 'restoring.new';
const READY = 'restoring';
/** Files of the old database that SQLite would apply to the new one. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Replaces all files of a data folder or none: the new files are prepared in a subfolder, whose renaming commits the replacement. If the
 * process ends after that, the next one that locks the folder finishes it.
 */
export class FolderReplacement {
  /** The folder for the new files. */
  readonly prepared: string;

  /** @param folder whose lock is held */
  constructor(private readonly folder: string) {
    this.prepared = join(folder, PREPARED);
    rmSync(this.prepared, { recursive: true, force: true });
    mkdirSync(this.prepared, { mode: 0o700 });
  }

  /** Replaces the folder's files by the prepared files with these names. */
  take(names: readonly string[]): void {
    for (const file of readdirSync(this.prepared))
      if (!names.includes(file)) rmSync(join(this.prepared, file), { recursive: true });
    for (const name of names) sync(join(this.prepared, name));
    sync(this.prepared);
    renameSync(this.prepared, join(this.folder, READY));
    sync(this.folder);
    finishReplacement(this.folder);
  }

  abandon(): void {
    rmSync(this.prepared, { recursive: true, force: true });
  }
}

/** Finishes a replacement that was committed but interrupted. */
export function finishReplacement(folder: string): void {
  const ready = join(folder, READY);
  if (!existsSync(ready)) return;
  for (const name of readdirSync(ready)) {
    for (const end of BESIDE) rmSync(join(folder, name + end), { force: true });
    renameSync(join(ready, name), join(folder, name));
  }
  sync(folder);
  rmSync(ready, { recursive: true });
}
