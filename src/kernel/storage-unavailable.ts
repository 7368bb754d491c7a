import { basename, dirname } from 'node:path';
import { ServiceUnavailable } from './errors.ts';

export type StorageFault = 'full' | 'unwritable' | 'damaged' | 'failing' | 'outdated';

const STATES: Readonly<Record<StorageFault, string>> = {
  full: 'is full',
  unwritable: 'cannot be written',
  damaged: 'is damaged',
  failing: 'reports an error',
  outdated: 'is of another release',
};

/** A file of the data folder cannot be used at the moment. Callers learn no more than that; the operator gets `advice`. */
export class StorageUnavailable extends ServiceUnavailable {
  constructor(
    readonly fault: StorageFault,
    /** Absolute path. */
    readonly file: string,
    cause: unknown,
  ) {
    super('Storage', STATES[fault], cause);
  }

  /** What is wrong with which file, without where it is. */
  get problem(): string {
    return `${basename(this.file)} ${STATES[this.fault]}`;
  }

  /** What is wrong with which file, and what to do, in one line. */
  get advice(): string {
    const { file, fault } = this;
    const isDisposable = basename(file) === 'documents.db';
    switch (fault) {
      case 'full':
        return `The disk that holds ${dirname(file)} is full: free some space there.`;
      case 'unwritable':
        return `${file} cannot be written: make it writable for the user that runs Tillbook.`;
      case 'damaged':
        return isDisposable
          ? `${file} is damaged: start Tillbook again, which rebuilds it from the log.`
          : `${file} is damaged: stop Tillbook and restore a backup (tillbook restore, see docs/BACKUP.md).`;
      case 'outdated':
        return `${file} is of another release of Tillbook: start this one, which rebuilds it from the log.`;
      case 'failing':
        return `${file} cannot be used, the disk reports an error: check the disk.`;
    }
  }
}
