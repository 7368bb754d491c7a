import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfMissing } from './program.ts';

buildIfMissing();

/** The program of the threads that write SQLite's files, as built. */
export const builtThread = pathToFileURL(join(import.meta.dirname, '../../dist/server/write-thread.program.js'));
