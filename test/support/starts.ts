import { expect } from '@jest/globals';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line for each start of a program in this run of the tests, with the spec that wanted it; scripts/test.mjs counts them. */
const FILE = join(import.meta.dirname, '../../dist/tests/starts.txt');

export function countStart(): void {
  appendFileSync(FILE, `${expect.getState().testPath}\n`);
}
