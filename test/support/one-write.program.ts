import { SqliteDocumentStore } from '../../src/adapters/sqlite/sqlite-document-store.ts';
import { builtThread as thread } from './built-thread.ts';

/** Writes to the given folder by a thread, and closes nothing. */
const store = new SqliteDocumentStore(process.argv[2]!, { thread });
await store.moveCheckpoint('a', undefined, { position: '1', eventId: 'e', caughtUpAt: '' });
console.log('written');
