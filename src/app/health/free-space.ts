import { statfsSync } from 'node:fs';
import { StartRefused } from '../../kernel/errors.ts';

/** Free bytes below which a disk counts as full; a write-ahead log needs more. */
const NEEDED = 4 * 2 ** 20;

/** Why the disk of a folder cannot be written; undefined if it has enough space. */
export function diskFull(folder: string): string | undefined {
  const { blocks, bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  // File systems without a known size report 0.
  if (blocks === 0 || free >= NEEDED) return undefined;
  return `the disk is full: ${Math.floor(free / 1024)} KiB are free, and ${NEEDED / 1024} KiB are needed`;
}

/** @throws StartRefused */
export function refuseFullDisk(folder: string): void {
  const problem = diskFull(folder);
  if (problem) throw new StartRefused(`The data folder ${folder} cannot be written, ${problem}: free some space.`);
}
