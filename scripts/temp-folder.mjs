import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes for the largest tests. */
const ROOM = 6 * 1024 ** 3;

/**
 * Lets the processes that this one starts put temporary files into memory, if there is room: the stores sync every write to the disk, and tests wait for
 * it thousands of times.
 */
export function keepFilesInMemory() {
  if (freemem() < ROOM || roomIn(MEMORY) < ROOM) return;
  const folder = mkdtempSync(join(MEMORY, 'tillbook-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function roomIn(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
