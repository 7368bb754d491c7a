import { statfsSync } from 'node:fs';
import { StartRefused } from '../../kernel/errors.ts';

/** Bytes below which a disk counts as full: less than a write-ahead log takes. */
const NEEDED = 4 * 2 ** 20;

/** What is wrong with the disk of a folder; undefined where there is room. */
export function diskFull(folder: string): string | undefined {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  // File systems that do not know their size say 0.
  if (blocks === 0 || free >= NEEDED) return undefined;
  return `the disk is full: ${Math.floor(free / 1024)} KiB are free, and ${NEEDED / 1024} KiB are needed`;
}

/** @throws StartRefused */
export function refuseFullDisk(folder: string): void {
  const problem = diskFull(folder);
  if (problem)
    throw new StartRefused(`The data folder ${folder} cannot be written, ${problem}: free some space there.`);
}
