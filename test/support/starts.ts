import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** One letter for each start of a program in this run of the tests, which counts them (scripts/test.mjs). */
const FILE = join(import.meta.dirname, '../../dist/tests/starts.txt');

export function countStart(): void {
  appendFileSync(FILE, 'x');
}
