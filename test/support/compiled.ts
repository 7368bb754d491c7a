import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The file of a program of the tests, `*.program.ts`, as `npm test` compiles it. @param source its path from the root */
export function compiled(source: string): string {
  return join(ROOT, 'dist/tests', source.replace(/\.ts$/, '.js'));
}
