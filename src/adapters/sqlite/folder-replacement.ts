import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from './folder-copy.ts';

const PREPARED = 'restoring.new';
const READY = 'restoring';
/** What belongs to another state of a database, and would be taken for its own. */
const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Other files for a data folder, in place of its own all together or not at all: they are prepared in a folder inside, whose renaming
 * decides. Where the process ends behind that, whoever takes the folder next goes on.
 */
export class FolderReplacement {
  /** Where the new files go. */
  readonly prepared: string;

  /** @param folder whose lock is held */
  constructor(private readonly folder: string) {
    this.prepared = join(folder, PREPARED);
    rmSync(this.prepared, { recursive: true, force: true });
    mkdirSync(this.prepared, { mode: 0o700 });
  }

  /** Of the files that are prepared, those of these names. */
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

/** Goes on where a replacement was decided and not finished. */
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
