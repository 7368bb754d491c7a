import { buildIfMissing } from './program.ts';

buildIfMissing();

/** The program of the threads that write SQLite's files, as built: Node 20 runs no TypeScript. */
export const builtThread = new URL('../../dist/server/adapters/sqlite/write-thread.program.js', import.meta.url);
